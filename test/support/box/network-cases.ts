import { createSocket } from "node:dgram";
import { type AddressInfo, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Bench } from "./bench.js";
import type { BoxCase } from "./case.js";
import { withHostFolder } from "./host.js";

export const networkCases: readonly BoxCase[] = [
  { name: "59: no socket of Docker's or of another engine can be reached", holds: engineSocketsAreOutOfReach },
  { name: "78: no packet leaves: TCP, UDP, IPv6, name lookups, abstract sockets", holds: noPacketLeaves },
  { name: "the box's own loopback works", holds: ownLoopbackWorks },
];

const sockets = [
  "/var/run/docker.sock",
  "/run/docker.sock",
  "/run/containerd/containerd.sock",
  "/run/podman/podman.sock",
  "/run/crio/crio.sock",
  "/run/dbus/system_bus_socket",
];

async function engineSocketsAreOutOfReach(bench: Bench): Promise<void> {
  const result = await bench.python(`import os, socket
for path in ${JSON.stringify(sockets)}:
    s = socket.socket(socket.AF_UNIX); s.settimeout(1)
    try: s.connect(path); print("REACHED", path)
    except OSError: pass
for port in (2375, 2376, 4243):
    for host in ("127.0.0.1", "172.17.0.1", "host.docker.internal"):
        try: socket.create_connection((host, port), 0.5); print("REACHED", host, port)
        except OSError: pass
for name in os.environ:
    if name.startswith("DOCKER"): print("VARIABLE", name)
print("groups", os.getgroups())
for line in open("/proc/net/unix"):
    if "@" in line: print("ABSTRACT", line.strip())
print("done")
`);
  expect(result.stdout.head).toContain("done");
  expect(result.stdout.head).not.toMatch(/REACHED|VARIABLE|ABSTRACT/);
}

/** Listens in every way there is and counts what arrives. */
class Sink {
  arrived: string[] = [];
  private readonly servers: Server[] = [];
  private readonly datagrams = createSocket("udp4");

  async tcp(host: string): Promise<number> {
    const server = await this.listen({ host, port: 0 }, `tcp ${host}`);
    return (server.address() as AddressInfo).port;
  }

  async path(path: string): Promise<void> {
    await this.listen({ path }, "unix socket");
  }

  async udp(): Promise<number> {
    this.datagrams.on("message", () => this.arrived.push("udp"));
    await new Promise<void>((resolve) => this.datagrams.bind(0, "0.0.0.0", resolve));
    return this.datagrams.address().port;
  }

  close(): void {
    for (const server of this.servers) server.close();
    this.datagrams.close();
  }

  private async listen(where: { host: string; port: number } | { path: string }, name: string): Promise<Server> {
    const server = createServer((socket) => {
      this.arrived.push(name);
      socket.destroy();
    });
    this.servers.push(server);
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(where, resolve));
    return server;
  }
}

function hostAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter(({ family }) => family === "IPv4").map(({ address }) => address));
}

async function noPacketLeaves(bench: Bench): Promise<void> {
  await withHostFolder(async (folder) => {
    const sink = new Sink();
    try {
      const port = await sink.tcp("0.0.0.0");
      const port6 = await sink.tcp("::1").catch(() => 0);
      const datagrams = await sink.udp();
      const abstract = `heal-case-${process.pid}-${bench.engine}`;
      await sink.path(`\0${abstract}`);
      const path = join(folder, "socket");
      await sink.path(path);
      const result = await bench.python(`import socket
def attempt(name, act):
    try: act(); print("SENT", name)
    except OSError as e: print("refused", name, e.errno)
for host in ${JSON.stringify([...hostAddresses(), "10.0.0.1", "172.17.0.1", "169.254.169.254"])}:
    attempt("tcp " + host, lambda: socket.create_connection((host, ${port}), 1))
    if not host.startswith("127."):
        attempt("udp " + host, lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", (host, ${datagrams})))
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", ${datagrams}))
attempt("tcp6", lambda: socket.create_connection(("::1", ${port6}), 1))
attempt("names", lambda: socket.getaddrinfo("example.com", 80))
attempt("multicast", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("224.0.0.251", 5353)))
attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))
attempt("packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt("abstract", lambda: socket.socket(socket.AF_UNIX).connect("\\0${abstract}"))
attempt("path", lambda: socket.socket(socket.AF_UNIX).connect(${JSON.stringify(path)}))
print([i[1] for i in socket.if_nameindex()])
`);
      expect(result.stdout.head).toContain("['lo']");
      expect(result.stdout.head).not.toContain("SENT");
      expect(sink.arrived).toEqual([]);
    } finally {
      sink.close();
    }
  });
}

async function ownLoopbackWorks(bench: Bench): Promise<void> {
  const result = await bench.python(`import socket
s = socket.create_server(("127.0.0.1", 0))
c = socket.create_connection(s.getsockname(), 2)
u = socket.socket(socket.AF_UNIX); u.bind("/tmp/own"); u.listen()
v = socket.socket(socket.AF_UNIX); v.connect("/tmp/own")
print(socket.gethostbyname("localhost"))
`);
  expect(result.stdout.head).toBe("127.0.0.1\n");
}
