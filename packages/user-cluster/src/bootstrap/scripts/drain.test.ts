// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

// The API is a file, which a kubectl in the place of the real one reads and changes. Every call that
// changes something is recorded. Pauses take no time, and each look at the clock takes some seconds.

interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly phase: string;
  readonly owner?: string;
  /** How often its eviction is refused, as by a PodDisruptionBudget. */
  readonly refusals?: number;
}

interface Api {
  readonly node: {
    readonly unschedulable?: boolean;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly pods: readonly Pod[];
  /** How many calls find nobody; those before them are answered. */
  readonly away?: { readonly after: number; readonly calls: number };
}

/**
 * The kubectl of the machine. It lists pods by what the field selector and the template say, as far as
 * this script uses them: which node, which phases and which owners do not count.
 */
const kubectl = String.raw`
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const root = process.argv[1].replace(/\/bin\/kubectl$/, '');
const args = process.argv.slice(2);
const said = args.join(' ').replaceAll(root, '').replace('--kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=15s ', '');
const api = JSON.parse(readFileSync(root + '/api.json', 'utf8'));
const end = (code, text) => {
  writeFileSync(root + '/api.json', JSON.stringify(api));
  (code === 0 ? process.stdout : process.stderr).write(text ?? '');
  process.exit(code);
};
if (api.away !== undefined) {
  if (api.away.after > 0) api.away.after -= 1;
  else if (api.away.calls > 0) {
    api.away.calls -= 1;
    end(1, 'Unable to connect to the server: EOF\n');
  }
}
const change = () => appendFileSync(root + '/calls', said + '\n');
if (said.startsWith('get pods ')) {
  const selector = args[args.indexOf('--field-selector') + 1];
  const template = args[args.indexOf('--output') + 1];
  const node = /spec\.nodeName=([^,]*)/.exec(selector)[1];
  const ended = [...selector.matchAll(/status\.phase!=(\w+)/g)].map(([, phase]) => phase);
  const owners = [...template.matchAll(/eq \.kind "(\w+)"/g)].map(([, kind]) => kind);
  const left = api.pods.filter((pod) => pod.node === node && !ended.includes(pod.phase) && !owners.includes(pod.owner));
  end(0, left.map(({ name, namespace }) => namespace + ' ' + name + '\n').join(''));
}
if (said.endsWith('jsonpath={.spec.unschedulable}')) end(0, api.node.unschedulable ? 'true' : '');
if (said.includes('jsonpath={.metadata.annotations.strata\\.dev/drained}')) {
  end(0, api.node.annotations['strata.dev/drained'] ?? '');
}
change();
if (said.startsWith('annotate ')) {
  if (said.endsWith('-')) delete api.node.annotations['strata.dev/drained'];
  else api.node.annotations['strata.dev/drained'] = 'true';
}
if (said.startsWith('cordon ')) api.node.unschedulable = true;
if (said.startsWith('uncordon ')) api.node.unschedulable = false;
if (said.startsWith('create --raw ')) {
  const { apiVersion, kind, metadata } = JSON.parse(readFileSync(0, 'utf8'));
  if (apiVersion !== 'policy/v1' || kind !== 'Eviction') end(1, 'no eviction\n');
  const same = ({ name, namespace }) => name === metadata.name && namespace === metadata.namespace;
  const pod = api.pods.find(same);
  if (pod.refusals > 0) {
    pod.refusals -= 1;
    end(1, "Error from server (TooManyRequests): Cannot evict pod as it would violate the pod's disruption budget.\n");
  }
  api.pods = api.pods.filter((other) => !same(other));
}
end(0);
`;

let root: string;

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drain-'));
  write('etc/strata/machine.env', 'DRAIN_SECONDS=60\n');
  write('etc/kubernetes/kubelet.conf', '');
  write('bin/kubectl', `#!${process.execPath}\n${kubectl}`, 0o755);
  write('bin/sleep', `#!/bin/sh\necho "$1" >> "${root}/pauses"\n`, 0o755);
  write('clock', '0\n');
  write('step', '5\n');
  write(
    'bin/date',
    `#!/bin/sh
if [ "$1" = -u ]; then echo 12:00:00; exit; fi
now=$(($(cat "${root}/clock") + $(cat "${root}/step")))
echo "$now" | tee "${root}/clock"
`,
    0o755,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const node = hostname();
const pod = (name: string, more: Partial<Pod> = {}): Pod => ({
  namespace: 'shop',
  name,
  node,
  phase: 'Running',
  owner: 'ReplicaSet',
  ...more,
});

/** Runs the script as it is shipped, with another root, on a cluster like this. */
function run(api: Partial<Api>, ...args: readonly string[]) {
  write('api.json', JSON.stringify({ node: { annotations: {} }, pods: [], ...api }));
  const script = readFileSync(new URL('drain.sh', import.meta.url), 'utf8');
  write('drain.sh', script.replaceAll(/(?<=[\s=])\/etc\//g, `${root}/etc/`));
  const env = { PATH: `${root}/bin:${process.env.PATH ?? ''}` };
  const { status, stderr, stdout } = spawnSync('sh', [join(root, 'drain.sh'), ...args], {
    env,
    encoding: 'utf8',
  });
  const calls = existsSync(join(root, 'calls'))
    ? readFileSync(join(root, 'calls'), 'utf8').trimEnd().split('\n')
    : [];
  const pauses = existsSync(join(root, 'pauses'))
    ? readFileSync(join(root, 'pauses'), 'utf8').trimEnd().split('\n')
    : [];
  rmSync(join(root, 'pauses'), { force: true });
  const after = JSON.parse(readFileSync(join(root, 'api.json'), 'utf8')) as Api;
  const said = stdout.replaceAll('12:00:00 strata: ', '').trimEnd().split('\n');
  return { status, stderr, said, calls, pauses, after };
}

const cordons = [`annotate --overwrite node ${node} strata.dev/drained=true`, `cordon ${node}`];
const evicts = (name: string, namespace = 'shop') =>
  `create --raw /api/v1/namespaces/${namespace}/pods/${name}/eviction --filename -`;

// Proves: drains-and-updates.workload-evicted
test('cordons the node before it evicts its pods, and ends when all have left', () => {
  const { after, calls, said, status } = run({
    pods: [pod('web'), pod('lone', { owner: undefined }), pod('job', { namespace: 'batch' })],
  });
  expect([status, said]).toEqual([0, [`${node} is empty`]]);
  expect(calls).toEqual([...cordons, evicts('web'), evicts('lone'), evicts('job', 'batch')]);
  expect(after).toEqual({
    node: { unschedulable: true, annotations: { 'strata.dev/drained': 'true' } },
    pods: [],
  });
});

// Proves: drains-and-updates.workload-evicted
test('evicts no pod of a DaemonSet, of the kubelet itself, of another node, and none that has ended', () => {
  const stay = [
    pod('agent', { owner: 'DaemonSet' }),
    pod('kube-proxy', { owner: 'Node' }),
    pod('far', { node: 'md-b-0' }),
    pod('done', { phase: 'Succeeded' }),
    pod('broken', { phase: 'Failed' }),
  ];
  const { after, calls } = run({ pods: [...stay, pod('starting', { phase: 'Pending' })] });
  expect(calls).toEqual([...cordons, evicts('starting')]);
  expect(after.pods).toEqual(stay);
});

// Proves: drains-and-updates.workload-evicted
test('asks again as long as a disruption budget refuses, and says which pod may not leave', () => {
  const { calls, pauses, said, status } = run({
    pods: [pod('web', { refusals: 2 }), pod('other')],
  });
  expect(pauses).toEqual(['2', '2', '2']);
  expect([status, said]).toEqual([
    0,
    ['shop/web cannot be evicted yet', 'shop/web cannot be evicted yet', `${node} is empty`],
  ]);
  expect(calls).toEqual([...cordons, evicts('web'), evicts('other'), evicts('web'), evicts('web')]);
});

// Proves: drains-and-updates.workload-evicted
test('gives up after its time, names the pods that are left, and lets the machine shut down', () => {
  write('etc/strata/machine.env', 'DRAIN_SECONDS=15\n');
  const { calls, said, status } = run({ pods: [pod('web', { refusals: 99 })] });
  expect(status).toBe(0);
  expect(said.slice(-2)).toEqual([
    'giving up after 15 s; these pods go down with the machine:',
    'shop web',
  ]);
  // Each round takes five seconds of this clock.
  expect(calls.slice(cordons.length)).toEqual([evicts('web'), evicts('web')]);
});

test('lets the machine shut down when nobody answers', () => {
  const pods = [pod('web')];
  const first = run({ pods, away: { after: 0, calls: 99 } });
  expect([first.status, first.said, first.calls]).toEqual([
    0,
    [`${node} is not emptied: the API does not answer`],
    [],
  ]);
  expect(first.pauses).toEqual(['2', '2', '2', '2']);
  // It is cordoned by three calls, and the next looks find nobody.
  const later = run({ pods, away: { after: 3, calls: 99 } });
  expect([later.status, later.said, later.calls]).toEqual([
    0,
    [`${node} is not emptied: the API does not answer any more`],
    cordons,
  ]);
  expect(later.pauses).toEqual(['2', '2', '2', '2']);
});

test('an answer ends the count of failures: each time that the API is away has its own', () => {
  // Cordoned by three calls; a list and a refused eviction find the API, then nobody answers four times.
  const pods = [pod('web', { refusals: 1 })];
  const { said } = run({ pods, away: { after: 5, calls: 4 } });
  expect(said).toEqual(['shop/web cannot be evicted yet', `${node} is empty`]);
});

test.each([
  ['before the first request', 0],
  ['before the mark is set', 1],
  ['before the node is cordoned', 2],
])('goes on when the API is away for a moment %s', (_, after) => {
  const { calls, said } = run({ pods: [pod('web')], away: { after, calls: 4 } });
  expect(said).toEqual([`${node} is empty`]);
  expect([...new Set(calls)]).toEqual([...cordons, evicts('web')]);
});

test('goes on when the API is away for a moment while it lists the pods', () => {
  const { calls, said } = run({ pods: [pod('web')], away: { after: 3, calls: 4 } });
  expect(said).toEqual([`${node} is empty`]);
  expect(calls).toEqual([...cordons, evicts('web')]);
});

test('what an administrator has cordoned stays so: it is not marked, and not given back', () => {
  const cordoned = { unschedulable: true, annotations: {} };
  expect(run({ node: cordoned, pods: [pod('web')] }).calls).toEqual([evicts('web')]);
  rmSync(join(root, 'calls'));
  const back = run({ node: cordoned }, '--undo');
  expect([back.status, back.calls, back.said]).toEqual([0, [], [`${node} takes pods`]]);
  expect(back.after.node).toEqual(cordoned);
});

test('when the machine is back, its node takes pods again, also where the API comes late', () => {
  const drained = { unschedulable: true, annotations: { 'strata.dev/drained': 'true' } };
  const late = { node: drained, away: { after: 0, calls: 3 } };
  const { after, calls, pauses, said } = run(late, '--undo');
  expect(said).toEqual([`${node} takes pods`]);
  expect(pauses).toEqual(['3', '3', '3']);
  expect(calls).toEqual([`uncordon ${node}`, `annotate node ${node} strata.dev/drained-`]);
  expect(after.node).toEqual({ unschedulable: false, annotations: {} });
});

test('a node that cannot be uncordoned in five minutes stays so, with the command that does it', () => {
  write('step', '100\n');
  const drained = { unschedulable: true, annotations: { 'strata.dev/drained': 'true' } };
  const { after, said, status } = run({ node: drained, away: { after: 0, calls: 999 } }, '--undo');
  expect([status, said]).toEqual([
    0,
    [`${node} stays cordoned: the API does not answer; kubectl uncordon ${node}`],
  ]);
  expect(after.node).toEqual(drained);
});

test('does nothing on a machine that is no node yet', () => {
  rmSync(join(root, 'etc/kubernetes/kubelet.conf'));
  const { calls, said, status } = run({ pods: [pod('web')] });
  expect([status, said, calls]).toEqual([0, [''], []]);
});
