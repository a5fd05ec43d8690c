// SPDX-License-Identifier: Apache-2.0
//
// Stand-in for the `kubeone` executable in tests: reads manifests through KubeOne's own loader, prints
// what kubeone 1.14.2 prints, takes time, fails where a test wants it to, and keeps the nodes in a
// folder (played-nodes.ts). It changes scratch hosts as KubeOne would if the test has some
// (KUBEONE_STAND_IN_HOSTS=scratch); otherwise it connects to no host.
// @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/apply.go
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import yaml from 'js-yaml';
import type { KubeOneManifest, ManifestHost } from '../src/kubeone/kubeone-manifest.ts';
import { touchHost, type KubeoneStep } from './kubeone-on-hosts.ts';
import { playDrain } from './played-drains.ts';
import { kubeadmError, leaderError } from './played-kubeadm.ts';
import {
  changeNode,
  joinNode,
  labelNodes,
  lockNode,
  readNodes,
  upgradeLock,
  writeNodes,
  type PlayedNode,
} from './played-nodes.ts';
import { hostsOf, planesOf, planOf, workersOf } from './played-plan.ts';
import { rewriteSecrets, storeSecrets, switchesEncryptionOn } from './played-secrets.ts';
import type { StandInCall, StandInSettings } from './stand-in-settings.ts';

const folder = process.env.KUBEONE_STAND_IN ?? '';

const readJson = <T>(name: string, fallback: T): T =>
  existsSync(join(folder, name))
    ? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as T)
    : fallback;

const settings = readJson<StandInSettings>('settings.json', {});
const nodes = () => readNodes(folder);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    manifest: { type: 'string', short: 'm', default: './kubeone.yaml' },
    credentials: { type: 'string', short: 'c' },
    backup: { type: 'string', short: 'b' },
    'auto-approve': { type: 'boolean', short: 'y', default: false },
    'force-upgrade': { type: 'boolean', default: false },
    'remove-binaries': { type: 'boolean', default: false },
    // pkg/cmd/reset.go:88: these three are true unless they are switched off.
    'destroy-workers': { type: 'string', default: 'true' },
    'remove-volumes': { type: 'string', default: 'true' },
    'remove-lb-services': { type: 'string', default: 'true' },
  },
});

function stop(message: string, exitCode: number): never {
  process.stderr.write(`Error: ${message}\n`);
  process.exit(exitCode);
}

const stopAt = (error: string | undefined) => (error === undefined ? undefined : stop(error, 10));

/** @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/addons/ensure.go, EnsureAddonByName */
function checkAddons({ addons }: KubeOneManifest): void {
  if (addons === undefined) return;
  const place = resolve(dirname(values.manifest), addons.path);
  if (!existsSync(place)) stop('runtime: reading local addons directory', 1);
}

/** pkg/ssh/connection.go:80: the path is opened as it is written. */
function checkKeys(manifest: KubeOneManifest): void {
  for (const { sshPrivateKeyFile: path } of hostsOf(manifest)) {
    if (path === undefined || existsSync(path)) continue;
    stop(`configuration reading SSH private key\nopen ${path}: no such file or directory`, 15);
  }
}

function load(): KubeOneManifest {
  try {
    execFileSync(process.env.STRATA_KUBEONE_VALIDATE ?? 'kubeone-validate', [values.manifest], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    stop(`configuration validation\n${String((error as { stderr?: unknown }).stderr)}`, 15);
  }
  const manifest = yaml.load(readFileSync(values.manifest, 'utf8')) as KubeOneManifest;
  checkAddons(manifest);
  checkKeys(manifest);
  return manifest;
}

const isMissing = ({ hostname }: ManifestHost) => nodes()[hostname] === undefined;

const hasScratchHosts = process.env.KUBEONE_STAND_IN_HOSTS === 'scratch';

async function touch(hosts: readonly ManifestHost[], step: KubeoneStep): Promise<void> {
  if (hasScratchHosts) await Promise.all(hosts.map((host) => touchHost(host, step)));
}

async function beginWith({ hostname, privateAddress }: ManifestHost): Promise<void> {
  process.stderr.write(`INFO[0001] Preparing node... node=${privateAddress}\n`);
  await setTimeout(settings.milliseconds ?? 0);
  if (settings.failAt !== hostname) return;
  // pkg/tasks/tasks.go:44, Run: the error of a task is inside one of the runtime, whose code counts.
  const target = `${privateAddress}:22`;
  stop(
    `runtime: preparing hosts\nssh: dialing\nconnection to: ${target}\ndial tcp ${target}: connect: connection refused`,
    10,
  );
}

/** pkg/tasks/etcd.go:84, repairClusterIfNeeded: removes members that do not answer or are not listed, and their nodes. */
function repair(manifest: KubeOneManifest): void {
  const listed = planesOf(manifest).map(({ hostname }) => hostname);
  const isKept = (name: string) =>
    nodes()[name]?.apiServer === undefined ||
    (listed.includes(name) && settings.broken?.includes(name) !== true);
  writeNodes(folder, Object.fromEntries(Object.entries(nodes()).filter(([name]) => isKept(name))));
}

/** pkg/cmd/apply.go:375, runApplyUpgradeIfNeeded: there are more members of etcd than control planes in the manifest. */
const hasExtraMembers = (manifest: KubeOneManifest) =>
  Object.values(nodes()).filter(({ apiServer }) => apiServer !== undefined).length >
  planesOf(manifest).length;

/** pkg/cmd/apply.go:219. Without a terminal, logrus quotes the message. */
function tellBroken(manifest: KubeOneManifest): void {
  const { broken = [] } = settings;
  for (const name of broken) {
    process.stderr.write(
      `time="2026-01-01T00:00:00Z" level=error msg="Host \\"${name}\\" is broken and needs to be manually removed\\n"\n`,
    );
  }
  if (broken.length === 0 || hostsOf(manifest).some(isMissing)) return;
  stop('configuration broken hosts check\nbroken host(s) found, remove it manually', 15);
}

/** pkg/tasks/tasks.go:123, WithFullInstall. */
async function install(manifest: KubeOneManifest): Promise<void> {
  repair(manifest);
  // All hosts, also those that have already joined: pkg/tasks/prerequisites.go, installPrerequisites.
  await touch(hostsOf(manifest), 'install');
  const join = async (hosts: readonly ManifestHost[], isPlane: boolean) => {
    for (const host of hosts.filter(isMissing)) {
      await beginWith(host);
      const verb = Object.keys(nodes()).length === 0 ? 'init' : 'join';
      stopAt(kubeadmError(folder, host.hostname, verb, settings.failIn));
      joinNode(folder, host, manifest, isPlane);
      if (verb === 'init') storeSecrets(folder, manifest);
    }
    labelNodes(folder, manifest);
  };
  await join(planesOf(manifest), true);
  await join(workersOf(manifest), false);
}

/** pkg/tasks/preflight_checks.go:40, pkg/clusterstatus/preflightstatus/preflightstatus.go:39. */
function checkBeforeUpgrade(manifest: KubeOneManifest): void {
  const refuse = (reason: string) =>
    stop(`runtime: checking preflight safetynet\nruntime: ${reason}`, 10);
  const planes = planesOf(manifest).flatMap(({ hostname }) => {
    const node = nodes()[hostname];
    return node === undefined ? [] : [{ hostname, ...node }];
  });
  for (const { hostname, labels } of planes) {
    if (labels[upgradeLock] === undefined) continue;
    refuse(`checking presence of "${upgradeLock}" label on node "${hostname}"\nlabel is present`);
  }
  if (values['force-upgrade']) return;
  if (planes[0]?.kubelet === manifest.versions.kubernetes) {
    refuse('checking version skew\nunable to upgrade to the same version');
  }
  if (new Set(planes.map(({ apiServer }) => apiServer)).size > 1) {
    refuse('checking kube-apiserver pods versions\nmust be running same version before upgrade');
  }
  // verifyVersionSkew asks the API servers, and then each kubelet of the control plane.
  const running = planes.flatMap(({ apiServer, kubelet }) => [apiServer, kubelet]);
  if (running.includes(manifest.versions.kubernetes)) {
    refuse('checking version skew policy\nrequested version is same as current');
  }
}

/** pkg/tasks/tasks.go:364, WithUpgrade. */
async function upgrade(manifest: KubeOneManifest): Promise<void> {
  checkBeforeUpgrade(manifest);
  const { kubernetes } = manifest.versions;
  const encrypts = manifest.features.encryptionProviders.enable;
  const rewrites = switchesEncryptionOn(folder, manifest);
  // pkg/tasks/upgrade_leader.go:33, upgrade_follower.go:46, upgrade_static_workers.go:34
  const upgradeOne = async (host: ManifestHost, done: Partial<PlayedNode>) => {
    const { hostname } = host;
    lockNode(folder, hostname, true);
    changeNode(folder, hostname, { isCordoned: true });
    await playDrain(host, settings.neverEmpty === hostname);
    await beginWith(host);
    await touch([host], 'upgrade');
    changeNode(folder, hostname, { isCordoned: false, ...done });
    lockNode(folder, hostname, false);
  };
  for (const host of planesOf(manifest)) {
    await upgradeOne(host, { apiServer: kubernetes, encrypts });
  }
  labelNodes(folder, manifest);
  for (const host of workersOf(manifest)) await upgradeOne(host, {});
  // pkg/tasks/tasks.go:613, updateAllKubelets
  for (const host of hostsOf(manifest)) {
    await touch([host], 'upgrade-kubelet');
    changeNode(folder, host.hostname, { kubelet: kubernetes });
  }
  if (rewrites) rewriteSecrets(folder);
}

async function apply(): Promise<void> {
  const manifest = load();
  if (planesOf(manifest).every(isMissing)) stopAt(leaderError(folder));
  tellBroken(manifest);
  const plan = planOf(folder, manifest, values['force-upgrade']);
  if (plan === undefined) {
    stop('configuration validation\nrepair and upgrade are not supported at the same time', 15);
  }
  const isInstall = plan.some((words) => words.startsWith('+'));
  const repairs = !isInstall && hasExtraMembers(manifest);
  // pkg/cmd/apply.go:337: with a folder of addons, an installation announces those, too.
  const own =
    manifest.addons === undefined ? '' : ` and custom addons defined in "${manifest.addons.path}"`;
  const resources = isInstall
    ? own === ''
      ? []
      : [`+ apply embedded${own}`]
    : [
        ...(repairs ? ['~ repairing the cluster; removing extra etcd members if needed'] : []),
        '~ ensure embedded addons',
        // pkg/tasks/tasks.go:552, WithRewriteSecrets
        ...(plan.length > 0 && switchesEncryptionOn(folder, manifest)
          ? ['~ rewrite all cluster secrets']
          : []),
      ];
  process.stdout.write('The following actions will be taken: \n');
  for (const words of [...plan, ...resources]) process.stdout.write(`\t${words}\n`);
  if (!values['auto-approve']) stop('terminal detecting\nnot running in the terminal', 10);
  if (settings.say !== undefined) process.stdout.write(`${settings.say}\n`);
  if (repairs) repair(manifest);
  if (isInstall) await install(manifest);
  else if (plan.length > 0) await upgrade(manifest);
  else labelNodes(folder, manifest);
  // kubeone writes the kubeconfig to its working directory and the backup to the given path.
  writeFileSync(`${manifest.name}-kubeconfig`, settings.kubeconfig ?? '', { mode: 0o600 });
  if (values.backup !== undefined) writeFileSync(values.backup, 'keys', { mode: 0o600 });
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
    const asksApi = ['destroy-workers', 'remove-volumes', 'remove-lb-services'] as const;
    if (settings.isApiDown === true && asksApi.some((flag) => values[flag] === 'true')) {
      stop('runtime: \nkubernetes: building dynamic kubernetes client\nconnection refused', 10);
    }
    writeNodes(folder, {});
  },
};

const [command = ''] = positionals;
const variables = Object.keys(process.env)
  .filter((name) => name.startsWith('STRATA_'))
  .sort();
const call: StandInCall = { args: process.argv.slice(2), variables };
appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(call)}\n`);
await (commands[command] ?? (() => stop(`unknown command "${command}"`, 1)))();
