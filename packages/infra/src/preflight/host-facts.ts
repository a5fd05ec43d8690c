// SPDX-License-Identifier: Apache-2.0

/** Facts about a host, which its preflight script prints. */
export interface HostFacts {
  readonly name: string;
  /** Operating system, such as "Ubuntu 24.04.3 LTS". */
  readonly os: string;
  readonly kernel: string;
  readonly hostname: string;
  readonly machineId: string;
  /** MAC addresses of its network cards, not of virtual interfaces such as bridges. */
  readonly macs: readonly string[];
  readonly cpus: number;
  readonly memoryMiB: number;
  readonly swapMiB: number;
  readonly hugepages2Mi: number;
}

/** Returns a line about a host that meets all requirements. */
export function describeFacts({ name, os, kernel, cpus, memoryMiB, ...more }: HostFacts): string {
  const { hugepages2Mi, swapMiB } = more;
  return [
    `host ${name} is fit: ${os}`,
    `kernel ${kernel}`,
    `${cpus} CPUs`,
    `${memoryMiB} MiB`,
    ...(swapMiB > 0 ? [`${swapMiB} MiB of swap`] : []),
    ...(hugepages2Mi > 0 ? [`${hugepages2Mi} hugepages of 2 MiB`] : []),
  ].join(', ');
}

/**
 * Parses the output of the preflight script; ignores other lines, such as those of login scripts.
 *
 * @throws Error when no line of the output is a JSON object.
 */
export function parseHostFacts(name: string, stdout: string): HostFacts {
  const line = stdout.split('\n').findLast((one) => one.startsWith('{'));
  if (line === undefined) {
    throw new Error(`host ${name} printed no list of facts: ${stdout.slice(0, 200)}`);
  }
  const facts = JSON.parse(line) as Partial<Record<string, string>>;
  const text = (key: keyof HostFacts) => facts[key] ?? '';
  const count = (key: keyof HostFacts) => Number(text(key));
  return {
    name,
    os: text('os'),
    kernel: text('kernel'),
    hostname: text('hostname'),
    machineId: text('machineId'),
    macs: text('macs')
      .split(' ')
      .filter((mac) => mac !== ''),
    cpus: count('cpus'),
    memoryMiB: count('memoryMiB'),
    swapMiB: count('swapMiB'),
    hugepages2Mi: count('hugepages2Mi'),
  };
}
