// SPDX-License-Identifier: Apache-2.0
import { launcherMemoryMib } from '@strata/contracts';
import { readReports, type StackReport } from '@strata/gitops';
import { ShadowRepository } from '@strata/gitops/shadow-repository';
import { workspaceRoot, type RackSession } from '@strata/sandbox';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedText, type Change } from './changed-config.ts';
import { demoInstances, namespace, uidsOf } from './demo-changes.ts';
import { kubectlJson, openSession, pulumi, stacks, type List } from './environment.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

/** One operation of gitops on the demo, in a copy of the repository with other files. */
async function gitops(
  operation: 'preview' | 'destroy',
  files: Readonly<Record<string, string>>,
): Promise<StackReport | undefined> {
  using shadow = new ShadowRepository(files);
  const reports = join(shadow.root, 'reports');
  const main = join(workspaceRoot, 'tools/gitops/src/main.ts');
  const stack = `${stacks.demo.program}/${stacks.demo.stack}`;
  await session.capture(['node', main, 'run', operation, '--stack', stack, '--reports', reports], {
    cwd: shadow.root,
    env: { STRATA_ROOT: shadow.root },
  });
  return readReports(reports)[0];
}

const way = 'make the change in smaller steps, or raise the limit in the same commit';
const bigger: Change = [
  /(replicas: 2\n *instancetype: .*\n *rootDisk:\n( *)image: .*\n)/,
  '$1$2sizeGiB: 31\n',
];

test('a preview that rolls more nodes than its environment allows is refused, and says what would roll', async () => {
  const report = await gitops('preview', {
    'stacks/blast-radius/sandbox.yaml': 'rolledNodes: 1\n',
    'stacks/user-cluster/Pulumi.sandbox.demo.yaml': changedText(
      'user-cluster/Pulumi.sandbox.demo.yaml',
      [bigger],
    ),
  });
  expect(report?.reason).toBe(
    `Not allowed as it is:\nstacks/blast-radius/sandbox.yaml: rolledNodes: 2 are more than 1; ${way}`,
  );
  expect(report).toMatchObject({
    outcome: 'refused',
    consequences: ['sandbox.demo: pool "md-a": rolls 2 nodes (1 at a time)'],
    policyViolations: [],
    onDrain: [
      'cp: 1 machine migrates',
      'md-a: 2 machines drain: its interface is bridged to the pod network, whose address stays behind',
    ],
  });
});

test('a destroy that deletes more data than its environment allows is refused before it begins', async () => {
  const before = uidsOf(await demoInstances(session));
  const report = await gitops('destroy', {});
  expect(report?.outcome).toBe('refused');
  expect(report?.reason?.split('\n')).toEqual([
    'Not allowed as it is:',
    `stacks/blast-radius/sandbox.yaml: changedAddresses: 1 are more than 0; ${way}`,
    `stacks/blast-radius/sandbox.yaml: deletedData: 4 are more than 0; ${way}`,
  ]);
  expect(uidsOf(await demoInstances(session))).toEqual(before);
});

test('a preview of plain Pulumi says what machines do when their host is drained', async () => {
  const { stdout } = await pulumi(session, stacks.demo, ['preview']);
  expect(stdout).toMatch(
    /When a host is drained:\n +cp: 1 machine migrates\n +md-a: 2 machines drain:/,
  );
});

interface Container {
  readonly resources?: { readonly requests?: { readonly memory?: string } };
}

interface Launcher {
  readonly spec: {
    readonly containers: readonly Container[];
    /** Those that go on beside the others. */
    readonly initContainers?: readonly Container[];
  };
}

/** Memory that a pod asks for, in whole MiB. */
function memoryMib({ spec }: Launcher): number {
  const bytes: Readonly<Record<string, number>> = { M: 1e6, Mi: 2 ** 20, Gi: 2 ** 30 };
  const all = [...spec.containers, ...(spec.initContainers ?? [])];
  const asked = all.map(({ resources }) => {
    const [, digits = '', unit = ''] = /^(\d+)(\D+)$/.exec(resources?.requests?.memory ?? '') ?? [];
    return (Number(digits) * (bytes[unit] ?? NaN)) / 2 ** 20;
  });
  return Math.ceil(asked.reduce((sum, one) => sum + one, 0));
}

test('capacity, asked with what the stacks export, is what the machines of the cluster take', async () => {
  using shadow = new ShadowRepository({});
  const files = await Promise.all(
    [stacks.infra, stacks.platform].map(async (name) => {
      const { stdout } = await pulumi(session, name, ['stack', 'output', '--json']);
      const file = join(shadow.root, `${name.program}.json`);
      writeFileSync(file, stdout);
      return file;
    }),
  );
  const [hosts = '', platform = ''] = files;
  const main = join(workspaceRoot, 'tools/plan-check/src/main.ts');
  const question = ['--environment', 'sandbox', '--hosts', hosts, '--platform', platform, '--json'];
  const { stdout } = await session.capture(['node', main, 'capacity', ...question]);
  const launchers = ['get', 'pods', ...namespace, '-l', 'kubevirt.io=virt-launcher'];
  const { items } = await kubectlJson<List<Launcher>>(session, launchers);
  const size = { cpu: 2, memoryGiB: 8, hasHostDevice: false, hasDedicatedCpus: false };
  const has = { hasTpm: false, hasContainerDisk: false };
  expect(items.map(memoryMib)).toEqual(items.map(() => launcherMemoryMib({ ...size, ...has })));
  // A property that the files do not specify, such as a TPM, is assumed to be present.
  const most = items.length * launcherMemoryMib(size);
  expect(JSON.parse(stdout)).toMatchObject({
    environment: 'sandbox',
    hosts: 3,
    machines: items.length,
    virtualCpus: 6,
    memoryGiB: Math.ceil(most / 1024),
    unplaced: [],
    problems: [],
  });
});
