import { expect, test } from "vitest";
import { remedyFor } from "../../../../../../src/adapters/sandbox/engines/docker/remedy.js";

/** Sentences as docker's client and daemon print them. */
const seen: readonly (readonly [reason: string, remedy: RegExp])[] = [
  ["spawn docker ENOENT", /Install Docker/],
  ["Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?", /Start the Docker daemon/],
  ["permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock", /group that owns the Docker socket/],
  ['invalid mount config for type "bind": bind source path does not exist: /home/runner/work', /sees other files/],
  ["The box does not see the tree's own file readme.txt.", /sees other files/],
  ["no loop device: losetup: cannot find an unused loop device: No such file or directory", /loop devices/],
  ["The box cannot write into its tree.", /chmod -R u\+w/],
  ["ENOSPC: no space left on device, mkdtemp '/tmp/heal-box-1-2-XXXXXX'", /TMPDIR/],
  ["mke2fs: heal-box-1-2-abcdef/disk-1.img: No space left on device while setting up superblock", /TMPDIR/],
  ["docker run: Error response from daemon: mkdir /var/lib/docker/overlay2/abc-init: no space left on device", /docker system df/],
  ["docker run: Error response from daemon: open /var/lib/docker/tmp-old: disk quota exceeded", /Free some space/],
  ["The container of a box did not come up within 60 s: the Docker daemon hangs. Restart it, or use `sandbox: bubblewrap`.", /docker ps --all/],
  ["`docker inspect` gave no answer within 60 s: the Docker daemon hangs. Restart it, or use `sandbox: bubblewrap`.", /systemctl restart docker/],
  ["something nobody has seen", /docker info/],
];

test.each(seen)("%s", (reason, remedy) => {
  expect(remedyFor(reason)).toMatch(remedy);
});
