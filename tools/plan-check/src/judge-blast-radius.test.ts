// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeBlastRadius } from './judge-blast-radius.ts';

const root = mkdtempSync(join(tmpdir(), 'strata-blast-'));

afterAll(() => rmSync(root, { recursive: true }));

function limits(text: string): void {
  mkdirSync(join(root, 'stacks/blast-radius'), { recursive: true });
  writeFileSync(join(root, 'stacks/blast-radius/sandbox.yaml'), text);
}

beforeEach(() => limits('{}'));

/** Returns a recorded preview of a changed copy of the file of the sandbox's cluster "demo". */
const recorded = (name: string) => ({
  name,
  text: readFileSync(join(import.meta.dirname, 'recorded-previews', `${name}.json`), 'utf8'),
});

const linesOf = (...names: string[]) => judgeBlastRadius(root, names.map(recorded), false).lines;

test.each([
  ['noop', ['Nothing changes.']],
  ['scale-up', ['Adds 3 nodes; 4 resources changed.', '  sandbox.demo: pool "md-a": adds 3 nodes']],
  [
    'scale-down',
    ['Removes 1 node; 4 resources changed.', '  sandbox.demo: pool "md-a": removes 1 node'],
  ],
  [
    'pool-disk',
    [
      'Rolls 2 nodes; 4 resources changed.',
      '  sandbox.demo: pool "md-a": rolls 2 nodes (1 at a time)',
    ],
  ],
  [
    'pool-rename',
    [
      'Adds 2 nodes, removes 2 nodes; 8 resources changed.',
      '  sandbox.demo: pool "md-b": adds 2 nodes',
      '  sandbox.demo: pool "md-a": removes 2 nodes',
    ],
  ],
  [
    'version',
    [
      'Rolls 3 nodes; 5 resources changed.',
      '  sandbox.demo: control-plane machine cluster-demo/cp-0: rolls 1 node',
      '  sandbox.demo: pool "md-a": rolls 2 nodes (1 at a time)',
    ],
  ],
  [
    'kubelet',
    [
      'Rolls 1 node; 2 resources changed.',
      '  sandbox.demo: control-plane machine cluster-demo/cp-0: rolls 1 node',
    ],
  ],
  [
    'endpoint',
    [
      'Rolls 3 nodes, changes 1 address; 11 resources changed.',
      '  sandbox.demo: Service cluster-demo/api: changes 1 address (10.244.240.200 becomes 10.244.240.201)',
      '  sandbox.demo: control-plane machine cluster-demo/cp-0: rolls 1 node',
      '  sandbox.demo: pool "md-a": rolls 2 nodes (1 at a time)',
    ],
  ],
  [
    'destroy',
    [
      'Removes 3 nodes, changes 1 address, deletes 4 stores of data; 9 resources changed.',
      '  sandbox.demo: every volume of the cluster: deletes 1 store of data (deletion.volumes: delete)',
      '  sandbox.demo: Namespace strata-system: deletes 1 store of data (and everything in it)',
      '  sandbox.demo: pool "md-a": removes 2 nodes',
      '  sandbox.demo: control-plane machine cluster-demo/cp-0: removes 1 node',
      '  sandbox.demo: DataVolume cluster-demo/cp-0-etcd: deletes 1 store of data (8Gi)',
      "  sandbox.demo: Service cluster-demo/api: changes 1 address (10.244.240.200 becomes nobody's)",
      '  sandbox.demo: Namespace cluster-demo: deletes 1 store of data (and everything in it)',
    ],
  ],
])('says what the recorded preview "%s" does', (name, expected) => {
  expect(judgeBlastRadius(root, [recorded(name)], false)).toEqual({
    lines: expected,
    failed: false,
  });
});

test('fails when a change is more than the limits of its environment allow', () => {
  limits('rolledNodes: 2\nchangedAddresses: 0\n');
  const { failed, lines } = judgeBlastRadius(root, [recorded('endpoint')], false);
  expect(failed).toBe(true);
  expect(lines.slice(-2)).toEqual([
    'stacks/blast-radius/sandbox.yaml: rolledNodes: 3 are more than 2; make the change in smaller steps, or raise the limit in the same commit',
    'stacks/blast-radius/sandbox.yaml: changedAddresses: 1 are more than 0; make the change in smaller steps, or raise the limit in the same commit',
  ]);
  expect(judgeBlastRadius(root, [recorded('pool-disk')], false).failed).toBe(false);
});

test('adds up several previews as one change', () => {
  limits('rolledNodes: 4\n');
  const lines = linesOf('pool-disk', 'version');
  expect(lines[0]).toBe('Rolls 5 nodes; 9 resources changed.');
  expect(lines.at(-1)).toMatch(/rolledNodes: 5 are more than 4/);
});

test('reports the same as JSON for programs', () => {
  limits('changedAddresses: 0\n');
  const { failed, lines } = judgeBlastRadius(root, [recorded('endpoint')], true);
  expect(failed).toBe(true);
  expect(JSON.parse(lines.join('\n'))).toMatchObject({
    environments: ['sandbox'],
    clusters: ['sandbox.demo'],
    resources: 11,
    totals: { 'nodes-roll': 3, 'address-changes': 1, 'data-deleted': 0 },
    limits: [{ environment: 'sandbox', key: 'changedAddresses', limit: 0, found: 1 }],
    failures: [],
  });
});

test('rejects a preview that has failed, because it is not complete', () => {
  const { failed, lines } = judgeBlastRadius(root, [recorded('etcd-disk')], false);
  expect(failed).toBe(true);
  expect(lines.at(-1)).toBe(
    'The preview is not complete: error: Preview failed: 1 error occurred: * the Kubernetes API server reported that "cluster-demo/cp-0-etcd" failed to fully initialize or become live: admission webhook "datavolume-validate.cdi.kubevirt.io" denied the request: Cannot update DataVolume Spec',
  );
});

test('reports problems of a preview or of limits', () => {
  const text = (name: string, content: string) =>
    judgeBlastRadius(root, [{ name, text: content }], false);
  expect(() => text('a.json', 'Previewing update')).toThrow(
    'a.json is no JSON: it must be the output of pulumi preview --json.',
  );
  expect(() => text('a.json', '{"steps": [{"op": 1}]}')).toThrow(/^a\.json is wrong:\n {2}steps/);
  limits('rolledNodes: -1\nrolledNode: 3\n');
  expect(() => linesOf('version')).toThrow(
    'stacks/blast-radius/sandbox.yaml is wrong:\n  rolledNodes: expected a whole number of 0 or more, got -1\n  rolledNode: unknown key; did you mean "rolledNodes"?',
  );
});

describe('a stack that the backend does not have yet', () => {
  // As pulumi preview --json says it, with nothing on its standard output.
  const newStack = (stack: string) => ({
    name: `/tmp/strata-run/${stack.includes('.') ? 'user-cluster' : 'addons'}.${stack}.json`,
    text: '',
    errors: `error: no stack named '${stack}' found\n`,
  });

  test('is said to be new, beside what the previews of the others do', () => {
    const texts = [recorded('scale-up'), newStack('sandbox.blue'), newStack('sandbox')];
    expect(judgeBlastRadius(root, texts, false)).toEqual({
      lines: [
        'Adds 3 nodes in 1 cluster; 4 resources changed.',
        '  sandbox.demo: pool "md-a": adds 3 nodes',
        'user-cluster.sandbox.blue.json: the backend has no stack "sandbox.blue", so an update makes all of it; npx strata preview sandbox blue shows that',
        'addons.sandbox.json: the backend has no stack "sandbox", so an update makes all of it; npx strata preview sandbox shows that',
      ],
      failed: false,
    });
    expect(judgeBlastRadius(root, [newStack('sandbox.blue')], false).lines).toEqual([
      'user-cluster.sandbox.blue.json: the backend has no stack "sandbox.blue", so an update makes all of it; npx strata preview sandbox blue shows that',
    ]);
  });

  test('of a user cluster counts as a changed cluster', () => {
    limits('clusters: 1\n');
    const [, json] = [false, true].map((isJson) =>
      judgeBlastRadius(root, [newStack('sandbox.blue'), newStack('sandbox.red')], isJson),
    );
    expect(JSON.parse(json?.lines.join('\n') ?? '')).toMatchObject({
      environments: ['sandbox'],
      clusters: ['sandbox.blue', 'sandbox.red'],
      resources: 0,
      newStacks: ['sandbox.blue', 'sandbox.red'],
      limits: [{ environment: 'sandbox', key: 'clusters', limit: 1, found: 2 }],
    });
    const { failed, lines } = judgeBlastRadius(
      root,
      [recorded('pool-disk'), newStack('sandbox.blue')],
      false,
    );
    expect([failed, lines.at(-1)]).toEqual([
      true,
      'stacks/blast-radius/sandbox.yaml: clusters: 2 are more than 1; make the change in smaller steps, or raise the limit in the same commit',
    ]);
  });
});

test('says why Pulumi could not begin a preview', () => {
  const errors = 'error: unable to open state directory "file:///none":\n  no such directory\n';
  const texts = [recorded('scale-up'), { name: 'a.json', text: '', errors }];
  expect(judgeBlastRadius(root, texts, false)).toEqual({
    lines: [
      'Adds 3 nodes; 4 resources changed.',
      '  sandbox.demo: pool "md-a": adds 3 nodes',
      'The preview is not complete: error: unable to open state directory "file:///none": no such directory',
    ],
    failed: true,
  });
});
