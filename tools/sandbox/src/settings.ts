// SPDX-License-Identifier: Apache-2.0
import { defaultRelease, releases } from '@strata/contracts';
import { z } from 'zod';
import { kubernetesMinors } from './control-plane/kubernetes-versions.ts';
import { readJsonFile, writeFileAtomically, type Instance } from './instance.ts';
import { UserError, WrongCommandLine } from './user-error.ts';

const zoneName = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, {
  message: 'expected lower-case letters, digits and inner dashes',
});

const bridge = z.string().regex(/^[A-Za-z0-9._-]{1,15}(@metal-\d+)*$/, {
  message: 'expected the name of a bridge, and @metal-0 for each host that has it, if not all have',
});

const cpuModel = z.string().regex(/^[A-Za-z0-9._-]{1,40}$/, {
  message: "expected libvirt's name of a CPU model",
});

const releaseName = z.enum(
  releases.map(({ name }) => name),
  { message: `expected releases: ${releases.map(({ name }) => name).join(', ')}` },
);

const settingsSchema = z.strictObject({
  /** Number of simulated bare-metal hosts. */
  hosts: z.int().min(1).max(1000).default(3),
  /** CPU cores of each host. */
  hostCpu: z.int().min(2).max(1024).default(32),
  /** Memory of each host, in GiB. */
  hostMemoryGiB: z.int().min(4).max(65536).default(128),
  /** CPU models of the hosts, in turn; each also runs machines of those before it. */
  hostCpuModels: z.array(cpuModel).min(1).default(['Skylake-Server']),
  /** Failure zones, assigned to the hosts in turn. */
  zones: z.array(zoneName).min(1).default(['a', 'b', 'c']),
  /**
   * Bridges of the hosts that lead to the data centre's network: `br1` is on all hosts,
   * `br2@metal-0@metal-1` on two.
   */
  bridges: z.array(bridge).default(['br1']),
  /** Kubernetes minor of the control plane. */
  kubernetes: z
    .enum(kubernetesMinors, { message: `expected one of ${kubernetesMinors.join(', ')}` })
    .default('1.35'),
  /**
   * Further Kubernetes minors that user clusters can have; the control plane's own is always among
   * them.
   */
  guestKubernetes: z
    .array(z.enum(kubernetesMinors, { message: `expected minors: ${kubernetesMinors.join(', ')}` }))
    .default([]),
  /** Releases of the platform whose operators can run in this sandbox. */
  releases: z.array(releaseName).min(1).default([defaultRelease]),
});

/** Settings of a sandbox. */
export type Settings = z.infer<typeof settingsSchema>;

/** Settings as the user gave them; a setting that is absent keeps its value. */
export type SettingsChange = { readonly [K in keyof Settings]?: unknown };

/** Command-line option that sets each setting, for messages. */
const optionOf: Record<keyof Settings, string> = {
  hosts: '--hosts',
  hostCpu: '--host-cpu',
  hostMemoryGiB: '--host-memory-gib',
  hostCpuModels: '--host-cpu-models',
  zones: '--zones',
  bridges: '--bridges',
  kubernetes: '--kubernetes',
  guestKubernetes: '--guest-kubernetes',
  releases: '--releases',
};

/**
 * Returns the sandbox's settings: the stored ones, overridden by `change`, completed by defaults.
 *
 * @throws UserError that lists every problem with the option that caused it.
 */
export function resolveSettings(instance: Instance, change: SettingsChange = {}): Settings {
  const stored = readJsonFile(instance.settingsFile);
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const parsed = settingsSchema.safeParse({ ...(stored as object | undefined), ...given });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const key = issue.path[0] as keyof Settings | undefined;
    const where = key === undefined ? instance.settingsFile : optionOf[key];
    return `  ${where}: ${issue.message}`;
  });
  const text = ['The sandbox cannot be made like this:', ...problems].join('\n');
  const isGiven = parsed.error.issues.some(({ path: [key = ''] }) => key in given);
  throw isGiven ? new WrongCommandLine(text) : new UserError(text);
}

/** Stores the settings for the next `up`. */
export function storeSettings(instance: Instance, settings: Settings): void {
  writeFileAtomically(instance.settingsFile, `${JSON.stringify(settings, null, 2)}\n`);
}
