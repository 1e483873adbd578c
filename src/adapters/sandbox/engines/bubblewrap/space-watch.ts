import { statfs } from "node:fs/promises";

export interface SpaceFull {
  readonly disk: boolean;
  readonly inodes: boolean;
}

/** Sizes as `statfs` gives them. */
export interface SpaceNumbers {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
  readonly ffree: number;
}

const slackBytes = 4 * 1024 ** 2;

/** A file system refuses writes a little before its last block, because it keeps some for its own tables. */
export function spaceFull(numbers: SpaceNumbers): SpaceFull {
  const slack = Math.min(slackBytes, (numbers.blocks * numbers.bsize) / 16);
  return { disk: numbers.bavail * numbers.bsize < slack, inodes: numbers.ffree === 0 };
}

const intervalMs = 250;

/** Looks now and then whether scratch is full, so that a command which cleans up behind itself is noticed too. */
export class SpaceWatch {
  private disk = false;
  private inodes = false;
  private readonly timer: NodeJS.Timeout;
  private readonly path: string;

  /** @param path of scratch, as the host sees it once it is mounted */
  constructor(path: string) {
    this.path = path;
    this.timer = setInterval(() => void this.look(), intervalMs);
  }

  /** Looks a last time. */
  async stop(): Promise<SpaceFull> {
    clearInterval(this.timer);
    await this.look();
    return { disk: this.disk, inodes: this.inodes };
  }

  private async look(): Promise<void> {
    const numbers = await statfs(this.path).catch(() => null);
    if (numbers === null) return;
    const full = spaceFull(numbers);
    this.disk ||= full.disk;
    this.inodes ||= full.inodes;
  }
}
