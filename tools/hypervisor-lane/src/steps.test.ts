// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { platformNamespaces } from '@strata/kubevirt-stack/namespace-labels';

const root = resolve(import.meta.dirname, '../../..');
const steps = join(root, 'tools/hypervisor-lane/steps');
const names = readdirSync(steps).sort();
const textOf = (name: string) => readFileSync(join(steps, name), 'utf8');
const workflow = readFileSync(join(root, '.github/workflows/hypervisor.yml'), 'utf8');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lane-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Arguments of a call, as a pattern of the shell, and the output and exit code that answer it. */
type Answer = readonly [pattern: string, output: string, exitCode?: number];

/** Puts a program on the PATH that answers the first pattern that fits, and notes its calls. */
function play(program: string, answers: readonly Answer[]): void {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const cases = answers.map(
    ([pattern, output, code = 0]) =>
      `${pattern}) printf '%s\\n' ${quoted(output)}; exit ${code} ;;`,
  );
  const note = `echo "${program} $*" >> ${quoted(join(folder, 'calls'))}`;
  const file = join(folder, program);
  writeFileSync(
    file,
    ['#!/bin/bash', 'shopt -s extglob', note, 'case "$*" in', ...cases, 'esac', ''].join('\n'),
  );
  chmodSync(file, 0o755);
}

const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n');

function run(name: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(join(steps, name), args, {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH ?? ''}`, KUBECONFIG: '/infra' },
  });
  return { status, said: stdout.trim(), complained: stderr.trim() };
}

test.each(names)('%s is a program with its usage, and stops at the first that fails', (name) => {
  accessSync(join(steps, name), constants.X_OK);
  const text = textOf(name);
  expect(text).toMatch(/^#!\/usr\/bin\/env bash\n# SPDX-License-Identifier: Apache-2\.0\n# [A-Z]/);
  expect(text).toMatch(new RegExp(`^# usage: (\\w+=\\S+ )?${name}`, 'm'));
  // Of a failed run as much is to be collected as there is.
  expect(text).toContain(name === 'collect-logs.sh' ? 'set -uo pipefail' : 'set -euo pipefail');
});

test('every step is run by the workflow or by another step, and there is no other', () => {
  const called = [...workflow.matchAll(/tools\/hypervisor-lane\/steps\/([\w-]+\.sh)/g)];
  const inner = names.flatMap((name) => [...textOf(name).matchAll(/"\$steps\/([\w-]+\.sh)"/g)]);
  const all = [...called, ...inner].map(([, name]) => name ?? '');
  expect([...new Set(all)].sort()).toEqual(names);
});

test('the workflow takes the cluster away whatever became of it, and collects logs before', () => {
  const last = workflow.slice(workflow.indexOf('- name: Collect the logs'));
  expect(last.match(/- name: .*\n +if: .*/g)).toEqual([
    '- name: Collect the logs\n        if: failure()',
    '- name: Keep the logs\n        if: failure()',
    '- name: Take the infra cluster away\n        if: always()',
  ]);
});

const hasShellCheck = spawnSync('shellcheck', ['--version']).status === 0;
(hasShellCheck ? test : test.skip)('ShellCheck has nothing against the steps', () => {
  const { stdout } = spawnSync('shellcheck', names, { cwd: steps, encoding: 'utf8' });
  expect(stdout).toBe('');
});

describe('migrate.sh', () => {
  const life = 'boot-1 2026-01-01T00:00:00Z';
  const ofMachine = (hosts: readonly string[]): Answer[] => [
    ['"wait vmi"*', 'met'],
    ['*metadata.uid*', 'uid-1'],
    ['*status.nodeName*', hosts[0] ?? ''],
    ['"create --filename -"', 'created'],
    ['"wait vmim"*', 'met'],
    ['*"get lease"*', '2999-01-01T00:00:00Z'],
    ['"delete vmim"*', 'deleted'],
  ];

  /** A machine's host that is another one once its move was waited for. */
  function playMove(nodeLife: string, after: string): void {
    const moved = `$(grep -q "wait vmim" '${join(folder, 'calls')}' && echo`;
    play('kubectl', [['*"get node"*', nodeLife], ...ofMachine(['HOST'])]);
    const file = join(folder, 'kubectl');
    const script = readFileSync(file, 'utf8')
      .replace("'HOST'", `"${moved} ${after} || echo metal-0)"`)
      .replace("'LIFE'", `"${moved} boot-2 || echo boot-1)"`);
    writeFileSync(file, script);
  }

  test('a machine that moved, and whose node lives on', () => {
    playMove(life, 'metal-1');
    expect(run('migrate.sh', 'cluster-demo', 'cp-0', '/user')).toEqual({
      status: 0,
      said: expect.stringMatching(/cp-0 moved from metal-0 to metal-1$/) as string,
      complained: '',
    });
  });

  test('a machine that stays where it was is a failure', () => {
    playMove(life, 'metal-0');
    expect(run('migrate.sh', 'cluster-demo', 'cp-0', '/user')).toMatchObject({
      status: 1,
      complained: 'cp-0 is still on metal-0',
    });
  });

  test('a machine whose node was restarted is a failure', () => {
    playMove('LIFE', 'metal-1');
    expect(run('migrate.sh', 'cluster-demo', 'cp-0', '/user')).toMatchObject({
      status: 1,
      complained: 'the node of cp-0 was restarted or not Ready: before boot-1, now boot-2',
    });
  });
});

describe('nodes.sh', () => {
  const nodes: readonly Answer[] = [
    ['*"--output name"', 'node/cp-0\nnode/md-a-0\nnode/md-f-0'],
    ['wait*', 'met'],
    ['*osImage*', 'cp-0 Ubuntu 24.04\nmd-a-0 Ubuntu 24.04\nmd-f-0 Flatcar Container Linux'],
  ];

  test('all nodes, and each of the systems', () => {
    play('kubectl', nodes);
    expect(run('nodes.sh', '/user', '3', 'ubuntu', 'flatcar')).toMatchObject({ status: 0 });
  });

  test('a system that no node runs is a failure', () => {
    play('kubectl', nodes);
    expect(run('nodes.sh', '/user', '3', 'Talos')).toMatchObject({
      status: 1,
      complained: 'no node runs Talos',
    });
  });

  test('a node too many is a failure', () => {
    play('kubectl', nodes);
    expect(run('nodes.sh', '/user', '2')).toMatchObject({
      status: 1,
      complained: 'there are 3 nodes, expected 2',
    });
  });
});

describe('drain-host.sh', () => {
  const drained = (left: string): readonly Answer[] => [
    ['*"{.status.nodeName}"', 'metal-0'],
    ['drain*', 'drained'],
    ['*"{.status.nodeName} "*', 'metal-1 True'],
    ['*"kubevirt.io/nodeName=metal-0"*', left],
    ['*"wait nodes"*', 'met'],
    ['uncordon*', 'uncordoned'],
  ];

  test('its machines are elsewhere, and it takes new ones again', () => {
    play('kubectl', drained(''));
    const { status, said } = run('drain-host.sh', 'cluster-demo', 'md-a-0', '/user');
    expect(status).toBe(0);
    expect(said).toContain('md-a-0 left metal-0: metal-1');
    expect(calls()).toContain(
      'kubectl drain metal-0 --ignore-daemonsets --delete-emptydir-data ' +
        '--pod-selector kubevirt.io=virt-launcher --timeout=900s',
    );
    expect(calls().at(-1)).toBe('kubectl uncordon metal-0');
  });

  test('a machine that stayed is a failure, and the host takes new ones again', () => {
    play('kubectl', drained('vmi/cp-0'));
    expect(run('drain-host.sh', 'cluster-demo', 'md-a-0', '/user')).toMatchObject({
      status: 1,
      complained: 'metal-0 still holds vmi/cp-0',
    });
    expect(calls().at(-1)).toBe('kubectl uncordon metal-0');
  });
});

describe('connect.sh', () => {
  const probed = (phase: string, said: string): readonly Answer[] => [
    ['*status.phase*', phase],
    ['logs*', said],
    ['*', ''],
  ];

  test.each([
    ['open', 'Succeeded', '', 'a to 10.0.0.1:22: open'],
    ['closed', 'Failed', 'TIMEOUT', 'a to 10.0.0.1:22: closed (TIMEOUT)'],
  ])('a connection that is %s, as expected', (expected, phase, said, line) => {
    play('kubectl', probed(phase, said));
    expect(run('connect.sh', 'a', '10.0.0.1:22', expected)).toEqual({
      status: 0,
      said: line,
      complained: '',
    });
  });

  test('a connection that should not be there is a failure', () => {
    play('kubectl', probed('Succeeded', ''));
    expect(run('connect.sh', 'a', '10.0.0.1:22', 'closed')).toMatchObject({
      status: 1,
      complained: 'a to 10.0.0.1:22 is open, expected closed',
    });
  });

  test.each([
    ['REFUSED', 'a to 10.0.0.1:22 was refused by the machine: no policy was tried'],
    [
      'OTHER: no route to host',
      'a to 10.0.0.1:22 is neither open nor closed: OTHER: no route to host',
    ],
    ['', 'a to 10.0.0.1:22 is neither open nor closed: the probe said nothing'],
  ])('a connection that fails with "%s" proves nothing', (said, complained) => {
    play('kubectl', probed('Failed', said));
    expect(run('connect.sh', 'a', '10.0.0.1:22', 'closed')).toEqual({
      status: 1,
      said: '',
      complained,
    });
  });

  test('a machine without an address is a failure', () => {
    play('kubectl', probed('Failed', 'TIMEOUT'));
    expect(run('connect.sh', 'a', ':22', 'closed')).toMatchObject({
      status: 2,
      complained: 'a to :22: there is no address to connect to',
    });
  });
});

describe('policies.sh', () => {
  const probes = () =>
    [...readFileSync(join(folder, 'manifests'), 'utf8').matchAll(/connect, '(\S+)'/g)].map(
      ([, target]) => target,
    );

  test('etcd is looked for where it runs, on the control plane', () => {
    play('kubectl', [
      ['*"get vmi cp-0"*', '10.0.0.1'],
      ['*"get vmi md-a-0"*', '10.0.0.2'],
      ['*"get service api"*', '10.0.0.3'],
      ['*"get service kubernetes"*', '10.0.0.4'],
      ['*"get nodes"*', '10.0.0.5'],
      ['apply*', 'MANIFEST'],
      ['*status.phase*', 'PHASE'],
      ['logs*', 'TIMEOUT'],
      ['*', ''],
    ]);
    const file = join(folder, 'kubectl');
    const manifests = join(folder, 'manifests');
    const isOpen = `$(tail -n 30 '${manifests}' | grep connect, | tail -n 1 | grep -qE '10.0.0.3:|registry' && echo Succeeded || echo Failed)`;
    const script = readFileSync(file, 'utf8')
      .replace("'MANIFEST'", `"$(cat >> '${manifests}')"`)
      .replace("'PHASE'", `"${isOpen}"`);
    writeFileSync(file, script);
    expect(run('policies.sh', 'cluster-demo', 'cp-0', 'md-a-0', '/user')).toMatchObject({
      status: 0,
      complained: '',
    });
    expect(probes()).toEqual([
      '10.0.0.1:22',
      '10.0.0.1:2379',
      '10.0.0.1:2380',
      '10.0.0.1:10250',
      '10.0.0.2:22',
      '10.0.0.2:10250',
      '10.0.0.3:6443',
      '10.0.0.4:443',
      '10.0.0.5:10250',
      'registry.k8s.io:443',
    ]);
  });
});

test('stack-destroy.sh: what a state still holds is a failure', () => {
  play('pulumi', [
    ['*" export "*', '{"deployment":{"resources":[{"urn":"urn:one"}]}}'],
    ['*', ''],
  ]);
  expect(run('stack-destroy.sh', 'infra', 'hypervisor')).toMatchObject({
    status: 1,
    complained: 'infra/hypervisor still has urn:one',
  });
});

test('traces.sh looks at what an installation leaves in the namespace that stays', () => {
  play('kubectl', [
    ['*"--namespace kube-system"*', 'role.rbac.authorization.k8s.io/left'],
    ['*"get nodes"*', '{"items":[]}'],
    ['*', 'namespace/default'],
  ]);
  const { said, status } = run('traces.sh');
  expect([status, said.split('\n')]).toEqual([
    0,
    [
      'kube-system/role.rbac.authorization.k8s.io/left',
      'namespace/default',
      'namespace/default',
      'namespace/default',
    ],
  ]);
  expect(calls()).toContainEqual(
    'kubectl get --output name --namespace kube-system --request-timeout 60s ' +
      'roles,rolebindings,serviceaccounts,deployments,daemonsets',
  );
});

test('collect-logs.sh: collects the logs of all namespaces of the platform in which pods run', () => {
  const [, pattern = ''] = /\n +(kube-system \| .*)\)\n/.exec(textOf('collect-logs.sh')) ?? [];
  const collected = pattern.split(' | ');
  const left = platformNamespaces.filter((name) => !collected.includes(name));
  expect(left).toEqual(['platform-networks']);
});

test('collect-logs.sh: says what could not be asked, and never fails', () => {
  play('kubectl', [['*', 'no cluster', 1]]);
  expect(run('collect-logs.sh', join(folder, 'logs'))).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, 'logs/nodes.txt'), 'utf8')).toBe(
    'no cluster\nended with 1: kubectl describe nodes\n',
  );
});
