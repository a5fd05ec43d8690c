// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentialsFile } from '../credentials-file.ts';
import { planes, testInputs, worker } from '../test-config.ts';
import { changesIn, main, manifestOf, runnerLab, type RunnerLab } from './testing/runner-lab.ts';

// Each run starts five processes.

let kubeone: RunnerLab['kubeone'];
let temporary: string;
let run: RunnerLab['run'];
beforeEach(() => {
  ({ kubeone, temporary, run } = runnerLab());
});
afterEach(() => {
  kubeone.remove();
});

const commands = () => kubeone.calls().map(({ args }) => args[0]);

// Proves: infra-cluster.made-by-kubeone
test('asks KubeOne for its plan, carries it out and returns the kubeconfig', async () => {
  const { stdout, stderr, exitCode } = await run('apply', manifestOf());
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    kubeconfig: 'canary-kubeconfig\n',
    changes: [
      '+ initialize control plane node "metal-0" (10.0.0.10) using 1.34.4',
      '+ join control plane node "metal-1" (10.0.0.11) using 1.34.4',
      '+ join control plane node "metal-2" (10.0.0.12) using 1.34.4',
      '+ join static worker node "metal-3" (192.0.2.13)',
    ],
    endedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
    given: {
      ...Object.fromEntries(
        ['metal-0', 'metal-1', 'metal-2'].map((name) => [
          name,
          { labels: ['topology.kubernetes.io/zone'], annotations: [] },
        ]),
      ),
      'metal-3': { labels: [], annotations: [] },
    },
  });
  expect(commands()).toEqual(['version', 'apply', 'apply', 'kubeconfig']);
  expect(kubeone.calls().map(({ args }) => args.includes('--auto-approve'))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    'strata: KubeOne 1.14.2',
    'strata: asking KubeOne what it would do; nothing is changed yet',
    'strata: planned + initialize control plane node "metal-0" (10.0.0.10) using 1.34.4',
  ]);
  expect(stderr).toContain('INFO[0001] Preparing node... node=10.0.0.12');
  expect(stderr).not.toContain('canary');
});

test('leaves no temporary files, and copies the keys only to the configured path', async () => {
  const backup = join(kubeone.folder, 'pki.tar.gz');
  await run('apply', manifestOf());
  expect(existsSync(backup)).toBe(false);
  await run('apply', manifestOf(), { STRATA_KUBEONE_PKI_BACKUP: backup });
  expect(readFileSync(backup, 'utf8')).toBe('keys');
  expect(readdirSync(temporary)).toEqual([]);
});

test('a later run does not write over the copy of the first one, which has the key of Secrets', async () => {
  const backup = join(kubeone.folder, 'kept.tar.gz');
  writeFileSync(backup, 'keys of the first run', { mode: 0o600 });
  utimesSync(backup, 1_760_000_000, 1_760_000_000);
  const { stderr } = await run('apply', manifestOf(), { STRATA_KUBEONE_PKI_BACKUP: backup });
  const former = join(kubeone.folder, 'kept.2025-10-09T08-53-20.000Z.tar.gz');
  expect(readFileSync(backup, 'utf8')).toBe('keys');
  expect(readFileSync(former, 'utf8')).toBe('keys of the first run');
  expect(stderr).toContain(`strata: the copy of the keys of an earlier run is now ${former}\n`);
});

const advice =
  'did not end, and KubeOne never takes that up again: fix the cause, run "kubeadm reset -f" as root on the ' +
  'host at which it stopped, and run pulumi up again (docs/bare-metal.md#kubeadm-stopped-half-way).\n';

test('the next run continues a run that failed half way', async () => {
  kubeone.set({ failAt: 'metal-1', kubeconfig: 'k' });
  const failed = await run('apply', manifestOf());
  expect(failed.exitCode).toBe(10);
  expect(failed.stdout).toBe('');
  expect(failed.stderr).toContain(
    'error: kubeone apply stopped with exit code 10: a host cannot be reached: check that it is up, ' +
      'and the bastion if there is one. Completed steps stay; fix the cause and run pulumi up again ' +
      'to continue.\n',
  );
  expect(kubeone.joined()).toEqual({ 'metal-0': '1.34.4' });
  expect(readdirSync(temporary)).toEqual([]);
  kubeone.set({ kubeconfig: 'k' });
  expect(changesIn((await run('apply', manifestOf())).stdout)).toEqual([
    '+ join control plane node "metal-1" (10.0.0.11) using 1.34.4',
    '+ join control plane node "metal-2" (10.0.0.12) using 1.34.4',
    '+ join static worker node "metal-3" (192.0.2.13)',
  ]);
});

test.each([
  ['metal-0', 'init'],
  ['metal-1', 'join'],
])(
  'says how to go on after kubeadm has stopped half way at %s, which KubeOne leaves as it is',
  async (host, verb) => {
    kubeone.set({ failIn: host, kubeconfig: 'k' });
    const failed = await run('apply', manifestOf());
    expect(failed.stderr).toContain(
      `error: kubeone apply stopped with exit code 10: kubeadm ${verb} ${advice}`,
    );
    kubeone.set({ kubeconfig: 'k' });
    const again = await run('apply', manifestOf());
    expect(again.exitCode).toBe(10);
    if (verb === 'init') {
      expect(again.stderr).toContain(
        'Nothing was changed. If an earlier run stopped in kubeadm init, see docs',
      );
    }
  },
);

test('refuses a second run on the same hosts while another is running', async () => {
  kubeone.set({ milliseconds: 1_500, kubeconfig: 'k' });
  const first = run('apply', manifestOf());
  const lock = join(temporary, 'strata-kubeone-rack-a.lock');
  while (!existsSync(lock)) await sleep(20);
  const { stderr, exitCode } = await run('apply', manifestOf());
  expect(stderr).toMatch(
    /^error: an earlier run of KubeOne is still at work on rack-a \(process \d+\)\. Wait until it has ended, then run pulumi up again; nothing was begun\. If no KubeOne runs, remove \S+\/strata-kubeone-rack-a\.lock\.\n$/,
  );
  expect(exitCode).toBe(1);
  expect((await first).exitCode).toBe(0);
});

test('ignores the lock of a process that no longer runs', async () => {
  const ended = spawn('true');
  await new Promise((resolve) => ended.once('close', resolve));
  writeFileSync(join(temporary, 'strata-kubeone-rack-a.lock'), String(ended.pid));
  expect((await run('apply', manifestOf())).exitCode).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test('ignores a lock from before the last start of the computer, whose process ID another process has now', async () => {
  const lock = join(temporary, 'strata-kubeone-rack-a.lock');
  writeFileSync(lock, String(process.pid));
  const beforeBoot = Date.now() / 1_000 - uptime() - 60;
  utimesSync(lock, beforeBoot, beforeBoot);
  expect((await run('apply', manifestOf())).exitCode).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test('stops KubeOne and removes its temporary files when its output streams are closed', async () => {
  kubeone.set({ milliseconds: 1_000, kubeconfig: 'k' });
  const child = spawn(process.execPath, [main, 'apply'], {
    env: { ...kubeone.env, TMPDIR: temporary },
  });
  child.stdin.end(manifestOf());
  while (kubeone.joined()['metal-0'] === undefined) await sleep(20);
  child.stdout.destroy();
  child.stderr.destroy();
  await new Promise((resolve) => child.once('exit', resolve));
  expect(Object.keys(kubeone.joined()).length).toBeLessThan(4);
  expect(readdirSync(temporary)).toEqual([]);
});

test('after a worker is added to the configuration, only that worker joins', async () => {
  await run('apply', manifestOf({}, { hosts: planes }));
  const { stdout } = await run('apply', manifestOf({}, { hosts: [...planes, worker] }));
  expect(changesIn(stdout)).toEqual(['+ join static worker node "metal-3" (192.0.2.13)']);
});

test('carries out an update by one minor, and refuses one by two minors before anything is changed', async () => {
  const hosts = [planes[0]];
  await run('apply', manifestOf({}, { hosts }));
  const { stdout } = await run('apply', manifestOf({ version: '1.35.4' }, { hosts }));
  expect(changesIn(stdout)).toEqual([
    '~ upgrade control plane node "metal-0" (10.0.0.10): 1.34.4 -> 1.35.4',
    '~ ensure embedded addons',
  ]);
  kubeone.forget();
  await run('apply', manifestOf({ version: '1.34.4' }, { hosts }));
  const leap = await run('apply', manifestOf({ version: '1.36.0' }, { hosts }));
  expect(leap.exitCode).toBe(1);
  expect(leap.stderr).toContain(
    'error: an update goes one Kubernetes minor at a time, but metal-0 runs 1.34.4; set ' +
      'config.infra:kubeone.version to a version of the next minor first.\n',
  );
  expect(kubeone.joined()).toEqual({ 'metal-0': '1.34.4' });
});

test('refuses to create a new cluster when the existing one has disappeared from its hosts', async () => {
  const { stdout } = await run('apply', manifestOf());
  kubeone.forget();
  const again = await run('apply', manifestOf(), { PULUMI_COMMAND_STDOUT: stdout });
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain(
    'error: KubeOne finds no cluster on the control planes any more and would make a new one, ' +
      'beginning with metal-0; this stack made one before, and its etcd would be lost. If the ' +
      'hosts were reinstalled on purpose, docs/runbooks/recover-etcd.md#all-control-planes-are-lost ' +
      'says how to restore etcd, and how to begin anew without a backup.\n',
  );
  expect(kubeone.joined()).toEqual({});
});

test('says what KubeOne refuses, and that nothing was changed', async () => {
  const { stderr, exitCode } = await run('apply', manifestOf({ version: '1.33.1' }));
  expect(exitCode).toBe(15);
  expect(stderr).toContain(
    'error: KubeOne cannot say what it would do (exit code 15): KubeOne refuses the ' +
      'configuration. Nothing was changed.\n',
  );
});

test.each([
  ['1.13.4', 'kubeone on PATH is 1.13.4, needed is 1.14'],
  ['v1.15.0', 'kubeone on PATH is 1.15.0, needed is 1.14'],
])('refuses kubeone %s', async (version, message) => {
  kubeone.set({ version });
  const { stderr, exitCode } = await run('apply', manifestOf());
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    `error: ${message}: install KubeOne 1.14.2 and put kubeone on PATH ` +
      '(https://docs.kubermatic.com/kubeone/v1.14/getting-kubeone/).\n',
  );
  expect(commands()).toEqual(['version']);
});

test('says how to install kubeone when it is not on PATH', async () => {
  const { stderr } = await run('apply', manifestOf(), { PATH: '/nonexistent' });
  expect(stderr).toBe(
    'error: kubeone is not on PATH: install KubeOne 1.14.2 and put kubeone on PATH ' +
      '(https://docs.kubermatic.com/kubeone/v1.14/getting-kubeone/).\n',
  );
});

test('does not add a host while another one is broken, because KubeOne would expel that one', async () => {
  await run('apply', manifestOf({}, { hosts: planes }));
  kubeone.set({ broken: ['metal-1'], kubeconfig: 'k' });
  const { exitCode, stderr } = await run('apply', manifestOf());
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    'error: KubeOne finds metal-1 broken: in the cluster, but its etcd, API server or kubelet does not ' +
      'work. It could remove such a host from etcd and delete its node. Repair the host, or replace it ' +
      '(docs/runbooks/replace-host.md), then run pulumi up again. Nothing was changed.\n',
  );
  expect(Object.keys(kubeone.joined())).toEqual(['metal-0', 'metal-1', 'metal-2']);
});

test('does not expel control planes that run and are no longer in the configuration', async () => {
  await run('apply', manifestOf());
  const { exitCode, stderr } = await run('apply', manifestOf({}, { hosts: [planes[0], worker] }));
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    'error: etcd has more members than infra:hosts has control planes, and KubeOne would remove the ' +
      'others with their nodes, without a drain. Put them back into infra:hosts, or take each of them ' +
      'out first: drain it, run kubeadm reset on it, and kubectl delete node. Nothing was changed.\n',
  );
  expect(Object.keys(kubeone.joined())).toEqual(['metal-0', 'metal-1', 'metal-2', 'metal-3']);
});

test('gives KubeOne the path of a key below the home folder, which it does not look up itself', async () => {
  const home = join(kubeone.folder, 'home');
  mkdirSync(home);
  const ssh = { privateKeyFile: '~/key' };
  const without = await run('apply', manifestOf({}, { ssh }), { HOME: home });
  expect(without.stderr).toContain(`open ${home}/key: no such file or directory`);
  writeFileSync(join(home, 'key'), 'private');
  expect((await run('apply', manifestOf({}, { ssh }), { HOME: home })).exitCode).toBe(0);
});

test('resets hosts of a cluster whose API is dead, and asks for no volume to be deleted', async () => {
  await run('apply', manifestOf());
  kubeone.set({ isApiDown: true });
  const { exitCode } = await run('reset', manifestOf(), { STRATA_KUBEONE_RESET_OF: 'rack-a' });
  expect(exitCode).toBe(0);
  expect(kubeone.joined()).toEqual({});
});

test('resets the hosts only when allowResetOf names the cluster', async () => {
  await run('apply', manifestOf());
  for (const named of [undefined, 'rack-b']) {
    const env = named === undefined ? {} : { STRATA_KUBEONE_RESET_OF: named };
    const { stderr, exitCode } = await run('reset', manifestOf(), env);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'error: the cluster rack-a is not reset: config.infra:kubeone.allowResetOf names ' +
        `${named ?? 'no cluster'}.\n`,
    );
  }
  expect(commands()).not.toContain('reset');
  const { exitCode } = await run('reset', manifestOf(), { STRATA_KUBEONE_RESET_OF: 'rack-a' });
  expect(exitCode).toBe(0);
  expect(kubeone.joined()).toEqual({});
});

test('passes passwords to KubeOne by file and environment variable, and hides them in its progress', async () => {
  const registries = {
    'docker.io': { mirrors: ['https://m'], username: 'me', password: 'canary "1": #' },
  };
  const { kubeone: config } = testInputs({ containerd: { registries } });
  const env = {
    STRATA_KUBEONE_CREDENTIALS: credentialsFile(config) ?? '',
    STRATA_RESTIC_PASSWORD: 'canary-restic',
  };
  // KubeOne prints the whole script of a step that fails, with containerd's configuration in it.
  kubeone.set({ say: String.raw`password = "canary \"1\": #"`, kubeconfig: 'k' });
  const { stderr, stdout } = await run('apply', manifestOf({ containerd: { registries } }), env);
  expect(stderr).toContain('password = "[secret]"');
  expect(stderr + stdout).not.toContain('canary');
  expect(JSON.stringify(kubeone.calls())).not.toContain('canary');
  const apply = kubeone.calls().find(({ args }) => args.includes('--auto-approve'));
  expect(apply?.args).toContain('--credentials');
  expect(apply?.variables).toEqual(['STRATA_KUBEONE_VALIDATE', 'STRATA_RESTIC_PASSWORD']);
});
