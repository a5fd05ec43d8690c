// SPDX-License-Identifier: Apache-2.0
//
// Stands in for the `kubeone` executable in tests: reads manifests through KubeOne's own loader,
// says what kubeone 1.14.2 would say, takes time, fails where it is told to, and remembers in a
// folder which hosts have joined. It reaches for no host.
// @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/apply.go
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import yaml from 'js-yaml';
import type { KubeOneManifest, ManifestHost } from '../src/kubeone/kubeone-manifest.ts';

/** What a test sets, in `settings.json` of the folder. */
export interface StandInSettings {
  /** @default '1.14.2' */
  readonly version?: string;
  /** The host at which it stops with the exit code of SSH. @default none */
  readonly failAt?: string;
  /** That each host takes. @default 0 */
  readonly milliseconds?: number;
  /** A line of its progress. */
  readonly say?: string;
  /** What `kubeone kubeconfig` prints. */
  readonly kubeconfig?: string;
}

/** One call, a line of `calls.jsonl`. */
export interface StandInCall {
  readonly args: readonly string[];
  /** Of variables that hold secrets, in the order of names: what the caller must have set. */
  readonly variables: readonly string[];
}

/** Hostname to the version of its kubelet. */
type Joined = Record<string, string>;

const folder = process.env.KUBEONE_STAND_IN ?? '';

const readJson = <T>(name: string, fallback: T): T =>
  existsSync(join(folder, name))
    ? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as T)
    : fallback;

const settings = readJson<StandInSettings>('settings.json', {});
const joined = readJson<Joined>('joined.json', {});

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    manifest: { type: 'string', short: 'm', default: './kubeone.yaml' },
    credentials: { type: 'string', short: 'c' },
    backup: { type: 'string', short: 'b' },
    'auto-approve': { type: 'boolean', short: 'y', default: false },
    'remove-binaries': { type: 'boolean', default: false },
  },
});

function stop(message: string, exitCode: number): never {
  process.stderr.write(`Error: ${message}\n`);
  process.exit(exitCode);
}

function load(): KubeOneManifest {
  try {
    execFileSync(process.env.STRATA_KUBEONE_VALIDATE ?? 'kubeone-validate', [values.manifest], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    stop(`configuration validation\n${String((error as { stderr?: unknown }).stderr)}`, 15);
  }
  return yaml.load(readFileSync(values.manifest, 'utf8')) as KubeOneManifest;
}

interface Step {
  readonly host: ManifestHost;
  readonly words: string;
}

/** The plan, in the words of kubeone. */
function planOf({ controlPlane, staticWorkers, versions }: KubeOneManifest): Step[] {
  const { kubernetes } = versions;
  const isNew = controlPlane.hosts.every(({ hostname }) => joined[hostname] === undefined);
  const at = ({ hostname, privateAddress }: ManifestHost) => `"${hostname}" (${privateAddress})`;
  const step = (host: ManifestHost, join: string, kind: string): Step[] => {
    const running = joined[host.hostname];
    if (running === undefined) return [{ host, words: `+ ${join}` }];
    if (running === kubernetes) return [];
    return [{ host, words: `~ upgrade ${kind} node ${at(host)}: ${running} -> ${kubernetes}` }];
  };
  return [
    ...controlPlane.hosts.flatMap((host, index) => {
      const verb = isNew && index === 0 ? 'initialize' : 'join';
      return step(
        host,
        `${verb} control plane node ${at(host)} using ${kubernetes}`,
        'control plane',
      );
    }),
    ...(staticWorkers?.hosts ?? []).flatMap((host) =>
      step(host, `join static worker node ${at(host)}`, 'worker'),
    ),
  ];
}

async function carryOut(manifest: KubeOneManifest, steps: readonly Step[]): Promise<void> {
  if (settings.say !== undefined) process.stdout.write(`${settings.say}\n`);
  for (const { host } of steps) {
    process.stderr.write(`INFO[0001] Preparing node... node=${host.privateAddress}\n`);
    await setTimeout(settings.milliseconds ?? 0);
    if (settings.failAt === host.hostname) {
      stop(`ssh: dial tcp ${host.privateAddress}:22: connect: connection refused`, 13);
    }
    joined[host.hostname] = manifest.versions.kubernetes;
    writeFileSync(join(folder, 'joined.json'), JSON.stringify(joined));
  }
  // As kubeone does: where it was started, and where the backup was wanted.
  writeFileSync(`${manifest.name}-kubeconfig`, settings.kubeconfig ?? '', { mode: 0o600 });
  if (values.backup !== undefined) writeFileSync(values.backup, 'keys', { mode: 0o600 });
}

async function apply(): Promise<void> {
  const manifest = load();
  const steps = planOf(manifest);
  const isInstall = steps.some(({ words }) => words.startsWith('+'));
  const resources = isInstall ? [] : ['~ ensure embedded addons'];
  process.stdout.write('The following actions will be taken: \n');
  for (const words of [...steps.map((one) => one.words), ...resources]) {
    process.stdout.write(`\t${words}\n`);
  }
  if (!values['auto-approve']) stop('terminal detecting\nnot running in the terminal', 10);
  await carryOut(manifest, steps);
}

const commands: Readonly<Record<string, () => void | Promise<void>>> = {
  version: () => {
    const gitVersion = settings.version ?? '1.14.2';
    process.stdout.write(`${JSON.stringify({ kubeone: { gitVersion } }, undefined, 2)}\n`);
  },
  apply,
  kubeconfig: () => {
    load();
    process.stdout.write(`${settings.kubeconfig ?? ''}\n`);
  },
  reset: () => {
    load();
    writeFileSync(join(folder, 'joined.json'), '{}');
  },
};

const [command = ''] = positionals;
const variables = Object.keys(process.env)
  .filter((name) => name.startsWith('STRATA_'))
  .sort();
const call: StandInCall = { args: process.argv.slice(2), variables };
appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(call)}\n`);
await (commands[command] ?? (() => stop(`unknown command "${command}"`, 1)))();
