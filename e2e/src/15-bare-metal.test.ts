// SPDX-License-Identifier: Apache-2.0
import { forward } from '@strata/sandbox';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiInFront, type ApiInFront } from './bare-metal/api-in-front.ts';
import { canaries, leftFilesIn } from './bare-metal/canaries.ts';
import { configureMetal } from './bare-metal/configure-metal.ts';
import { hostSettings } from './bare-metal/host-settings.ts';
import { joinedFiles } from './bare-metal/joined-files.ts';
import { identityOf, metalLab, type MetalLab } from './bare-metal/metal-lab.ts';
import { secrets } from './bare-metal/metal-secrets.ts';
import { expectDone, flat, noKvm, planned } from './bare-metal/said.ts';
import { unlock } from './bare-metal/unlock.ts';
import { eventually } from './environment.ts';
import { ownSandbox } from './own-sandbox.ts';

/** Its API server is that of the cluster which KubeOne is said to have made. */
const sandbox = ownSandbox('metal');

let lab: MetalLab;
let api: ApiInFront;
let forwarder: Awaited<ReturnType<typeof forward>>;

beforeAll(async () => {
  await sandbox.up({ hosts: 4 });
  forwarder = await forward(sandbox.instance);
  lab = await metalLab(
    'metal',
    { hosts: 4, planes: 3 },
    secrets['encryption passphrase of the state'],
  );
  api = await apiInFront(forwarder.kubeconfig ?? '', secrets['token of the admin'], lab.kubeone);
  lab.kubeone.set({ kubeconfig: api.kubeconfig });
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  api[Symbol.dispose]();
  forwarder.server.close();
  await sandbox.remove();
});

/** Configures the first hosts of the lab. */
const configure = (count: number, kubeone: object = {}, others: object = {}) =>
  configureMetal(lab, count, kubeone, others);

const up = () => lab.stack.pulumi('up', '--yes', '--skip-preview');
const preview = (...args: readonly string[]) => lab.stack.pulumi('preview', ...args);

const applies = () =>
  lab.kubeone.calls().filter(({ args }) => args.includes('--auto-approve')).length;
const joined = () => lab.kubeone.joined();
/** KubeOne says this of every plan that adds a node, for the configured backups are an addon. */
const applyAddons = '+ apply embedded and custom addons defined in "./addons"';
const asked = (index: number) => lab.hosts[index]?.ssh.commands ?? [];

test('a preview asks every host, says what is wrong, and changes nothing', async () => {
  await configure(3);
  lab.hosts[1]?.ssh.reset({ '/dev/kvm': undefined });
  const ran = await preview();
  expect(flat(ran)).toContain(
    'host metal-0 is fit: Ubuntu 24.04.3 LTS, kernel 6.8.0-90-generic, 2 CPUs, 7812 MiB',
  );
  expect(flat(ran)).toContain(`warning: ${noKvm('metal-1', '127.0.1.11')}`);
  expect(flat(ran)).toContain('pulumi up stops there before anything is changed.');
  expect(ran.text).toMatch(/cluster-apply +create/);
  expect(ran.code).toBe(0);
  expect([asked(0), asked(1), asked(2)]).toEqual([
    ['sh -s fresh'],
    ['sh -s fresh'],
    ['sh -s fresh'],
  ]);
  expect(lab.kubeone.calls()).toEqual([]);
});

// Proves: infra-cluster.host-preflight
test('an up stops before KubeOne is asked, with the report of the host that is not fit', async () => {
  const ran = await up();
  expect(flat(ran)).toContain(noKvm('metal-1', '127.0.1.11'));
  expect(ran.code).not.toBe(0);
  expect(lab.kubeone.calls()).toEqual([]);
});

test('hosts that are one machine stop it, too', async () => {
  lab.hosts[1]?.ssh.reset({ '/etc/machine-id': identityOf(0)['/etc/machine-id'] });
  const ran = await up();
  expect(flat(ran)).toContain(
    'hosts are not ready, 1 problem between them: - hosts metal-0, metal-1 have the same machine-id ' +
      '0123456789abcdef0123456789abcd00. Hosts made from one image: rm /etc/machine-id, ' +
      'systemd-machine-id-setup, and boot all but one of them. Once that is mended, change ' +
      'infra:preflight.recheck (at most 64 letters, digits or ".", ":", "+", "-", "_"), so that the hosts are asked again.',
  );
  expect(ran.code).not.toBe(0);
  expect(lab.kubeone.calls()).toEqual([]);
});

// Proves: infra-cluster.made-by-kubeone
test('where KubeOne stops, it says why, and the next up goes on from there', async () => {
  lab.hosts[1]?.ssh.reset();
  await configure(3, {}, { 'infra:preflight': { recheck: 'mended' } });
  lab.kubeone.set({ kubeconfig: api.kubeconfig, failAt: 'metal-1' });
  const failed = await up();
  expect(planned(failed)).toEqual([
    applyAddons,
    '+ initialize control plane node "metal-0" (127.0.1.10) using 1.34.4',
    '+ join control plane node "metal-1" (127.0.1.11) using 1.34.4',
    '+ join control plane node "metal-2" (127.0.1.12) using 1.34.4',
  ]);
  expect(flat(failed)).toContain(
    'error: kubeone apply stopped with exit code 10: a host cannot be reached: check that it is up, ' +
      'and the bastion if there is one. Completed steps stay; fix the cause and run pulumi up again ' +
      'to continue.',
  );
  expect(failed.code).not.toBe(0);
  expect(joined()).toEqual({ 'metal-0': '1.34.4' });

  lab.kubeone.set({ kubeconfig: api.kubeconfig });
  const resumed = await up();
  expect(planned(resumed)).toEqual([
    applyAddons,
    '+ join control plane node "metal-1" (127.0.1.11) using 1.34.4',
    '+ join control plane node "metal-2" (127.0.1.12) using 1.34.4',
  ]);
  expect(flat(resumed)).toContain('host metal-2 is fit: Ubuntu 24.04.3 LTS');
  expectDone(resumed);
});

test('a second up changes nothing, and asks every node again', async () => {
  const [before, questions] = [applies(), asked(0).length];
  expect((await preview('--expect-no-changes')).code).toBe(0);
  const again = await up();
  expect(again.text).toMatch(/Resources:\n +\d+ unchanged\n/);
  expect(applies()).toBe(before);
  expect(asked(0).slice(questions)).toEqual(['sh -s drift encrypted', 'sh -s drift encrypted']);
});

test('a node that is fit no more is found by the next preview, and stops the next up', async () => {
  const before = applies();
  lab.hosts[2]?.ssh.reset({ '/dev/kvm': undefined });
  expect(flat(await preview())).toContain(`warning: ${noKvm('metal-2', '127.0.1.12')}`);
  const stopped = await up();
  expect(flat(stopped)).toContain(`error: ${noKvm('metal-2', '127.0.1.12')}`);
  expect(stopped.code).not.toBe(0);
  expect(applies()).toBe(before);
  lab.hosts[2]?.ssh.reset();
});

test('another worker is the only host that is planned', async () => {
  await configure(4, {}, { 'infra:preflight': { recheck: 'mended' } });
  const grown = await up();
  expect(planned(grown)).toEqual([applyAddons, '+ join static worker node "metal-3" (127.0.1.13)']);
  expect(grown.code).toBe(0);
  expect(Object.keys(joined())).toContain('metal-3');
});

// Proves: infra-cluster.made-by-kubeone
test('a worker whose node somebody has deleted joins again, though nothing of the configuration has changed', async () => {
  lab.kubeone.forget('metal-3');
  lab.hosts[3]?.ssh.reset(joinedFiles);
  const before = await preview();
  expect(flat(before)).toContain(
    'warning: metal-3 is in infra:hosts and no node of the cluster: KubeOne joins it again. If it is to leave, take ' +
      'it out of infra:hosts (docs/runbooks/replace-host.md)',
  );
  expect(before.text).toMatch(/cluster-apply +update/);
  const again = await up();
  expect(planned(again)).toEqual([applyAddons, '+ join static worker node "metal-3" (127.0.1.13)']);
  expectDone(again);
  expect((await preview('--expect-no-changes')).code).toBe(0);
});

test('a host with another key, and one that is off, are told of in time, and before anything is changed', async () => {
  const before = applies();
  const [one, , , worker] = lab.hosts;
  const hosts = lab.hosts.map(({ config }) => config);
  const answers = async (changed: object) => {
    await configure(
      4,
      {},
      {
        'infra:hosts': [...hosts.slice(0, 3), { ...worker?.config, name: 'metal-4', ...changed }],
      },
    );
    const begun = Date.now();
    const ran = await up();
    return { text: flat(ran), code: ran.code, seconds: (Date.now() - begun) / 1_000 };
  };
  const wrong = await answers({ hostKeys: one?.config.hostKeys });
  expect(wrong.text).toMatch(/cannot log in at 127\.0\.1\.13: .*Host key verification failed\./);
  expect(wrong.code).not.toBe(0);
  const off = await answers({ publicAddress: '127.0.1.99', sshPort: 1 });
  expect(off.text).toContain(
    'cannot log in at 127.0.1.99: ssh: connect to host 127.0.1.99 port 1: Connection refused (after 4 attempts)',
  );
  expect(off.code).not.toBe(0);
  expect(off.seconds).toBeLessThan(120);
  expect(applies()).toBe(before);
}, 300_000);

test('a full disk of a host that is to join stops it, and is none of a node', async () => {
  const before = applies();
  const full = '#!/bin/sh\necho header\necho "/dev/sda 100000000 100000000 0 100% /"\n';
  lab.hosts[0]?.ssh.reset({ '/bin/df': full });
  lab.hosts[3]?.ssh.reset({ '/bin/df': full });
  const hosts = lab.hosts.map(({ config }) => config);
  const renamed = { ...lab.hosts[3]?.config, name: 'metal-4', publicAddress: '127.0.1.13' };
  await configure(4, {}, { 'infra:hosts': [...hosts.slice(0, 3), renamed] });
  const ran = await up();
  expect(flat(ran)).toContain(
    'host metal-4 (127.0.1.13) is not ready, 1 problem: - free disk space: found 0 GB; needed: 30 GB ' +
      'below /var/lib. Delete what is not needed, or mount a larger disk there.',
  );
  expect(ran.text).not.toContain('host metal-0 (');
  expect(ran.code).not.toBe(0);
  expect(applies()).toBe(before);
  for (const { ssh } of lab.hosts) ssh.reset();
});

const all = (version: string) => Object.values(joined()).every((one) => one === version);

// Proves: upgrades.host-kubernetes
test('an update killed half way is continued, and never runs twice at once', async () => {
  const features = { auditLog: { maxBackups: 7 } };
  await configure(4, { version: '1.35.4', features }, { 'infra:preflight': { recheck: 'mended' } });
  const { 'kubeone.features.auditLog': former } = await hostSettings(lab.stack);
  lab.kubeone.set({ kubeconfig: api.kubeconfig, milliseconds: 3_000 });
  const before = applies();
  const killed = lab.stack.start('up', '--yes', '--skip-preview');
  await eventually('metal-0 is updated', () =>
    Promise.resolve(lab.kubeone.nodes()['metal-0']?.apiServer === '1.35.4'),
  );
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(applies()).toBe(before + 1);

  await lab.stack.pulumi('cancel', '--yes');
  const busy = await up();
  // It may have ended already, for it stops as soon as it notices that Pulumi is gone.
  expect(flat(busy)).toMatch(
    /an earlier run of KubeOne is still at work on metal \(process \d+\)|KubeOne begins no update/,
  );
  expect(busy.code).not.toBe(0);
  await eventually('nothing of the killed run is left', () =>
    Promise.resolve(
      readdirSync(lab.stack.temporary).every((name) => !name.startsWith('strata-kubeone-')),
    ),
  );
  lab.kubeone.set({ kubeconfig: api.kubeconfig });
  const locked = await up();
  expect(flat(locked)).toContain(unlock(lab.kubeone));
  const resumed = await up();
  expect(flat(resumed)).toContain('KubeOne goes over all hosts once more (--force-upgrade)');
  expectDone(resumed);
  expect(all('1.35.4')).toBe(true);
  expect(await hostSettings(lab.stack)).not.toMatchObject({ 'kubeone.features.auditLog': former });
  expect((await preview('--expect-no-changes')).code).toBe(0);
});

test('swap of a dense host outlives an update by KubeOne, and goes with the profile', async () => {
  const worker = lab.hosts[3]?.ssh;
  const swaps = () => readFileSync(join(worker?.root ?? '', 'proc/swaps'), 'utf8');
  const dense = async (version: string, hosts: object) => {
    const hostProfiles = { hosts, highDensity: { swapGiB: 1 } };
    const others = { 'infra:preflight': { recheck: 'mended' }, 'infra:hostProfiles': hostProfiles };
    await configure(4, { version }, others);
    const ran = await up();
    expectDone(ran);
  };
  await dense('1.35.4', { 'metal-3': 'high-density' });
  expect(swaps()).toContain('/var/lib/strata/swapfile ');
  await dense('1.35.5', { 'metal-3': 'high-density' });
  expect(worker?.commands.slice(-3)).toEqual([
    'sh -s upgrade',
    'sh -s upgrade-kubelet',
    expect.stringMatching(/^sh -s apply kept \d{4}-/),
  ]);
  expect(swaps()).toContain('/var/lib/strata/swapfile ');
  await dense('1.35.5', {});
  expect(swaps()).not.toContain('/var/lib/strata/swapfile ');
});

// Proves: upgrades.host-kubernetes
test('an update that is for another KubeOne is refused by the preview', async () => {
  await configure(4, { version: '1.35.5' }, { 'infra:preflight': { recheck: 'mended' } });
  api.setVersion('v1.33.9');
  const leap = await preview();
  expect(flat(leap)).toContain(
    'config.infra:kubeone.version: the cluster runs Kubernetes 1.33.9: update it to 1.34 by hand with ' +
      'KubeOne 1.12 or 1.13, because KubeOne 1.14 of this checkout takes over clusters of Kubernetes 1.34 to 1.36',
  );
  expect(leap.code).not.toBe(0);
  api.setVersion(undefined);
});

test('no secret is in state, logs, arguments, previews or files that are left', async () => {
  const { text: exported } = await lab.stack.pulumi('stack', 'output', '--json', '--show-secrets');
  const { platformKubeconfig = '', userClustersKubeconfig = '' } = JSON.parse(exported) as Record<
    string,
    string
  >;
  const tokenIn = (kubeconfig: string) =>
    /token"?: ?"?([\w.-]+)/.exec(kubeconfig)?.[1] ?? 'missing';
  // A line from its middle: the first ones are the same in all keys.
  const keyLine = lab.privateKey.split('\n')[3] ?? 'missing';
  const { found, seenInArguments } = canaries({
    ...secrets,
    'SSH key': keyLine,
    'token of the platform': tokenIn(platformKubeconfig),
    'token of user clusters': tokenIn(userClustersKubeconfig),
  });
  // It finds them where they may be.
  expect(found(exported + lab.privateKey).sort()).toEqual([
    'SSH key',
    'token of the admin',
    'token of the platform',
    'token of user clusters',
  ]);

  const more = { features: { metricsServer: false } };
  await configure(4, { version: '1.35.5', ...more }, { 'infra:preflight': { recheck: 'canary' } });
  const said: Record<string, string> = {};
  const work = async () => {
    said.preview = (await preview('--json', '--diff')).text;
    said.update = (await lab.stack.pulumi('up', '--yes', '--skip-preview', '--diff')).text;
    said.refresh = (await lab.stack.pulumi('refresh', '--yes', '--skip-preview')).text;
  };
  expect(await seenInArguments(work())).toEqual([]);
  expect(said.update).toContain('cluster-apply');
  const everywhere = {
    ...said,
    state: lab.stack.state(),
    leftFiles: leftFilesIn(lab.stack.temporary),
    calls: JSON.stringify(lab.kubeone.calls()),
  };
  const leaks = Object.entries(everywhere).flatMap(([place, text]) =>
    found(text).map((name) => `${name} in ${place}`),
  );
  expect(leaks).toEqual([]);
  expect(readdirSync(lab.stack.temporary).filter((name) => name.startsWith('strata-'))).toEqual([]);
});

test('a destroy leaves Kubernetes on the hosts, and is taken up again from there', async () => {
  const destroyed = await lab.stack.pulumi('destroy', '--yes', '--skip-preview');
  expectDone(destroyed);
  expect(lab.kubeone.calls().map(({ args }) => args[0])).not.toContain('reset');
  expect(Object.keys(joined())).toHaveLength(4);

  for (const { ssh } of lab.hosts) ssh.reset(joinedFiles);
  await configure(4, { version: '1.35.5', allowReset: true, allowResetOf: 'metal' });
  const again = await up();
  expect(planned(again)).toEqual(['~ ensure embedded addons']);
  expect(again.code).toBe(0);
});

test('it takes Kubernetes off them where that is allowed twice', async () => {
  const destroyed = await lab.stack.pulumi('destroy', '--yes', '--skip-preview');
  expect(destroyed.code).toBe(0);
  expect(lab.kubeone.calls().at(-1)?.args[0]).toBe('reset');
  expect(joined()).toEqual({});
});
