import { connect, createServer, type Socket } from "node:net";

/** Stands between docker's client and the daemon, so that the daemon can fail without harm to others. */
export interface Relay {
  /** Requests whose first line matches are taken and never passed on, from the given one of them on (the first is 1). */
  swallow(requests: RegExp, from: number): void;
  /** What the daemon says is handed on no more; what it is told still reaches it. */
  mute(): void;
  die(): void;
}

interface Swallowed {
  readonly requests: RegExp;
  before: number;
}

export async function startRelay(path: string): Promise<Relay> {
  const target = (process.env.DOCKER_HOST ?? "unix:///var/run/docker.sock").replace("unix://", "");
  const open = new Set<Socket>();
  let swallowed: Swallowed | null = null;
  let isMute = false;
  const takes = (chunk: Buffer): boolean => swallowed?.requests.test(firstLineOf(chunk)) === true && swallowed.before-- <= 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const daemon = connect({ path: target, allowHalfOpen: true });
    for (const socket of [client, daemon]) open.add(socket.on("error", () => socket.destroy()));
    client.on("data", (chunk) => void (takes(chunk) || daemon.write(chunk)));
    client.on("end", () => daemon.end());
    daemon.on("data", (chunk) => void (isMute || client.write(chunk)));
    daemon.on("end", () => isMute || client.end());
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    swallow(requests, from) {
      swallowed = { requests, before: from - 1 };
    },
    mute() {
      isMute = true;
    },
    die() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Clients send one request at a time, and begin each with a packet of its own. */
function firstLineOf(chunk: Buffer): string {
  return chunk.subarray(0, 200).toString("latin1").split("\r\n")[0] ?? "";
}
