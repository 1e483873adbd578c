/**
 * The system call filter of the bubblewrap engine, as the classic BPF program that `bwrap --seccomp` takes (an array of `struct sock_filter`:
 * code u16, jt u8, jf u8, k u32, little endian). Everything is allowed except what a test never needs and a way out of a box has needed before:
 * mounts, namespaces, tracing others, kernel keys, BPF, io_uring (which carries other calls past a filter), loading code into the kernel, the clock.
 * Numbers: Linux `arch/x86/entry/syscalls/syscall_64.tbl` and `include/uapi/asm-generic/unistd.h`.
 */
export type FilterArchitecture = "x64" | "arm64";

interface Numbers {
  readonly audit: number;
  readonly denied: Readonly<Record<string, number>>;
  readonly clone: number;
  readonly clone3: number;
  readonly ioctl: number;
}

const common = {
  pidfd_getfd: 438,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
};

const tables: Readonly<Record<FilterArchitecture, Numbers>> = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    clone3: 435,
    ioctl: 16,
    denied: {
      ...common,
      ptrace: 101,
      process_vm_readv: 310,
      process_vm_writev: 311,
      mount: 165,
      umount2: 166,
      pivot_root: 155,
      chroot: 161,
      unshare: 272,
      setns: 308,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      bpf: 321,
      perf_event_open: 298,
      userfaultfd: 323,
      kexec_load: 246,
      kexec_file_load: 320,
      init_module: 175,
      finit_module: 313,
      delete_module: 176,
      open_by_handle_at: 304,
      name_to_handle_at: 303,
      acct: 163,
      swapon: 167,
      swapoff: 168,
      reboot: 169,
      settimeofday: 164,
      clock_settime: 227,
      clock_adjtime: 305,
      adjtimex: 159,
      iopl: 172,
      ioperm: 173,
      quotactl: 179,
      syslog: 103,
      fanotify_init: 300,
      lookup_dcookie: 212,
      vhangup: 153,
      kcmp: 312,
      modify_ldt: 154,
      personality: 135,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    clone3: 435,
    ioctl: 29,
    denied: {
      ...common,
      ptrace: 117,
      process_vm_readv: 270,
      process_vm_writev: 271,
      mount: 40,
      umount2: 39,
      pivot_root: 41,
      chroot: 51,
      unshare: 97,
      setns: 268,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      bpf: 280,
      perf_event_open: 241,
      userfaultfd: 282,
      kexec_load: 104,
      kexec_file_load: 294,
      init_module: 105,
      finit_module: 273,
      delete_module: 106,
      open_by_handle_at: 265,
      name_to_handle_at: 264,
      acct: 89,
      swapon: 224,
      swapoff: 225,
      reboot: 142,
      settimeofday: 170,
      clock_settime: 112,
      clock_adjtime: 266,
      adjtimex: 171,
      quotactl: 60,
      syslog: 116,
      fanotify_init: 262,
      lookup_dcookie: 18,
      vhangup: 58,
      kcmp: 272,
      personality: 92,
    },
  },
};

const load = 0x20; // BPF_LD | BPF_W | BPF_ABS
const jumpEqual = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const jumpGreaterOrEqual = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const jumpAnySet = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const give = 0x06; // BPF_RET | BPF_K

const allow = 0x7fff0000;
const killProcess = 0x80000000;
const error = (number: number): number => 0x00050000 | number;
const notPermitted = error(1); // EPERM
const notImplemented = error(38); // ENOSYS

/** Offsets in `struct seccomp_data`; arguments are 64 bits, the low half comes first on both architectures. */
const offset = { number: 0, architecture: 4, argument0: 16, argument1: 24 } as const;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const namespaceFlags = 0x7e020000;
const terminalInjections = [0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */];
/** x86-64 programs can ask for the x32 numbers of the same calls. */
const x32Bit = 0x40000000;

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

/** The filter for an architecture, or null where Heal has no table (the probe then refuses the engine). */
export function seccompFilter(architecture: string): Buffer | null {
  if (architecture !== "x64" && architecture !== "arm64") return null;
  return encode(program(architecture));
}

function program(architecture: FilterArchitecture): Instruction[] {
  const numbers = tables[architecture];
  return [
    [load, 0, 0, offset.architecture],
    [jumpEqual, 1, 0, numbers.audit],
    [give, 0, 0, killProcess],
    [load, 0, 0, offset.number],
    ...(architecture === "x64" ? refuseIf(jumpGreaterOrEqual, x32Bit, notImplemented) : []),
    // Libraries fall back to clone when clone3 is not there; its flags lie in memory, where a filter cannot look.
    ...refuseIf(jumpEqual, numbers.clone3, notImplemented),
    ...Object.values(numbers.denied).flatMap((number) => refuseIf(jumpEqual, number, notPermitted)),
    [jumpEqual, 0, 4, numbers.clone],
    [load, 0, 0, offset.argument0],
    [jumpAnySet, 0, 1, namespaceFlags],
    [give, 0, 0, notPermitted],
    [give, 0, 0, allow],
    [jumpEqual, 0, 1 + 2 * terminalInjections.length, numbers.ioctl],
    [load, 0, 0, offset.argument1],
    ...terminalInjections.flatMap((request) => refuseIf(jumpEqual, request, notPermitted)),
    [give, 0, 0, allow],
  ];
}

function refuseIf(test: number, value: number, answer: number): Instruction[] {
  return [
    [test, 0, 1, value],
    [give, 0, 0, answer],
  ];
}

function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, jumpTrue, jumpFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  });
  return bytes;
}
