// SPDX-License-Identifier: Apache-2.0
// A real operating system starts from what Strata renders: systemd, cloud-init, containerd, runc,
// kubelet and kubeadm. One test after another tells the story of one cluster.
import { machineAddress, type Boot } from '@strata/real-machine';
import { clusterLabels } from '@strata/contracts';
import { consoleReport } from '@strata/toolchain';
import { renderBootstrapToken } from '@strata/user-cluster/machine-data';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { bridgeCni } from './bridge-cni.ts';
import { judgeMachine, unaskedOf } from './judge-machine.ts';
import { openMachineLab, type Machine, type MachineLab } from './machine-lab.ts';
import { cluster } from './machine-data.ts';
import { restoreCommands } from './restore-commands.ts';
import { folder, missing } from './setup-variables.ts';

/** Requirement that this host lacks, as found by the setup; undefined if the tests can run. */
const reason = process.env[missing];

const real = reason === undefined ? test : test.skip;

/** Name of the first test that has failed. */
let failed: string | undefined;

/** Fails at once when a test before has failed, for each goes on from what those before have left. */
const afterStory = (run: () => Promise<void>) => async () => {
  if (failed !== undefined) throw new Error(`not tried, because a test before failed: ${failed}`);
  await run();
};

/** Those after it fail when this one does. */
const inStory = (run: () => Promise<void>) => async () => {
  try {
    await afterStory(run)();
  } catch (error) {
    failed ??= expect.getState().currentTestName;
    throw error;
  }
};

let lab: MachineLab;
let first: Machine;
let worker: Machine;
/** Each machine's boot that goes on now. */
const on: Record<string, Boot> = {};

/** Prints what was measured: docs/real-machines.md has it of three runs. */
const said = (fact: string) => process.stdout.write(`${fact}\n`);

beforeAll(async () => {
  if (reason === undefined) {
    lab = await openMachineLab(process.env[folder] ?? '', consoleReport());
  }
}, 3_600_000);
afterAll(async () => {
  if (reason === undefined) await lab.close();
}, 120_000);

/** Waits until kubectl prints something, while the API may be away. */
async function prints(what: RegExp, seconds: number, ...args: readonly string[]): Promise<string> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const last = await lab.kubectl(...args).catch((error: unknown) => String(error));
    if (what.test(last)) return last;
    if (Date.now() > deadline) throw new Error(`kubectl ${args.join(' ')}: ${last}`);
    // Each kubectl costs a translated processor half a second.
    await sleep(5_000);
  }
}

const ready = 'jsonpath={.status.conditions[?(@.type=="Ready")].status}';
const isReady = (node: string, seconds: number) =>
  prints(/^True$/, seconds, 'get', 'node', node, '--output', ready);

/**
 * Does what the cloud controller manager does once it has found the machine of a node: sets the
 * node's address, and removes the taint.
 */
async function adopt(node: string, machine: number): Promise<void> {
  const addresses = [{ type: 'InternalIP', address: machineAddress(machine) }];
  const status = JSON.stringify({ status: { addresses } });
  await lab.kubectl('patch', 'node', node, '--subresource=status', '--type=merge', '-p', status);
  await lab.kubectl('taint', 'node', node, 'node.cloudprovider.kubernetes.io/uninitialized-');
}

const joined = (name: string) => new RegExp(`strata: ${name} is a node of the cluster`);
const again = /strata: this machine is a node already/;

const node = (name: string, path: string) =>
  lab.kubectl('get', 'node', name, '--output', `jsonpath=${path}`);

// Proves: clusters.joining
real(
  'a control plane starts from what Strata renders',
  inStory(async () => {
    first = await lab.addMachine('cp-0', 'control-plane');
    const boot = (on.cp = await first.powerOn());
    said(
      `cp-0: cloud-init runs ${await boot.shows(/Cloud-init v\. \S+ running/, 600)} s after power-on`,
    );
    said(
      `cp-0: Kubernetes is installed after ${await boot.shows(/strata: Kubernetes v\S+ is installed/, 1800)} s`,
    );
    said(`cp-0: a node after ${await boot.shows(joined('cp-0'), 2400)} s`);
    expect(await lab.kubectl('get', '--raw', '/readyz')).toBe('ok');
    expect(await node('cp-0', '{.spec.providerID}')).toBe('kubevirt://cp-0');
    expect(
      await node('cp-0', '{.metadata.annotations.cluster\\.x-k8s\\.io/cluster-namespace}'),
    ).toBe(cluster.namespace);
    expect(await node('cp-0', '{.status.nodeInfo.kubeletVersion}')).toBe(`v${cluster.version}`);
  }),
);

real(
  'it is ready as soon as its owner brings a pod network',
  inStory(async () => {
    expect(await node('cp-0', '{.status.conditions[?(@.type=="Ready")].message}')).toContain(
      'cni plugin not initialized',
    );
    const begin = Date.now();
    await lab.apply(bridgeCni);
    await isReady('cp-0', 600);
    said(
      `cp-0: ready ${Math.round((Date.now() - begin) / 1000)} s after the pod network was applied`,
    );
    said(await lab.kubectl('get', 'nodes', '--output', 'wide'));
  }),
);

/** Asks a machine every promise. A broken one stops no test after it, for nothing there needs it. */
const keepsPromises = (name: string, role: 'control-plane' | 'worker') =>
  afterStory(async () => {
    const [machine, boot] = role === 'worker' ? [worker, on.worker] : [first, on.cp];
    await boot?.shows(/Cloud-init v\. \S+ finished/, 900);
    const begin = Date.now();
    const { kept, broken, unasked } = await judgeMachine(machine);
    const took = Math.round((Date.now() - begin) / 1000);
    said(`${name}: ${kept} promises kept, ${broken.length} broken, asked in ${took} s`);
    expect(broken).toEqual([]);
    expect(unasked).toEqual(unaskedOf[role]);
  });

real(
  'the control plane keeps what the sandbox plays of one',
  keepsPromises('cp-0', 'control-plane'),
);

/** Saves etcd on a control plane, as a backup does, by the programs of etcd's own image. */
const takeSnapshot = `
  image=$(sed -n 's/^ *image: //p' /etc/kubernetes/manifests/etcd.yaml)
  ctr -n k8s.io run --rm --net-host \\
    --mount type=bind,src=/etc/kubernetes/pki/etcd,dst=/pki,options=rbind:ro \\
    --mount type=bind,src=/root,dst=/root,options=rbind:rw \\
    "$image" snapshot etcdctl --endpoints=https://127.0.0.1:2379 --cacert=/pki/ca.crt \\
    --cert=/pki/healthcheck-client.crt --key=/pki/healthcheck-client.key \\
    snapshot save /root/etcd.db`;

const inShop = ['--namespace=shop', '--output=jsonpath={.data}'];

// Proves: backups.restore
real(
  'the commands of the runbook bring a backup back, with its Secrets',
  inStory(async () => {
    await on.cp?.shows(/strata: installing CoreDNS[\s\S]*Applied essential addon: CoreDNS/, 600);
    await prints(/^ok$/, 600, 'get', '--raw', '/readyz');
    const metadata = { name: 'order', namespace: 'shop' };
    await lab.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
    await lab.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { number: '7' } });
    await lab.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { card: 'gold' } });
    await first.run(takeSnapshot);
    await lab.kubectl('delete', 'namespace', 'shop', '--ignore-not-found', '--wait=false');
    await prints(/^$/, 600, 'get', 'namespace', 'shop', '--ignore-not-found');
    await lab.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'later' } });

    const { restore, start, stop } = restoreCommands();
    const began = Date.now();
    await first.run(stop);
    said(await first.run(restore));
    await first.run(start);
    await prints(/^ok$/, 900, 'get', '--raw', '/readyz');
    said(
      `cp-0: its API is ready again ${Math.round((Date.now() - began) / 1000)} s after the stop`,
    );

    expect(await lab.kubectl('get', 'configmap', 'order', ...inShop)).toBe('{"number":"7"}');
    expect(await lab.kubectl('get', 'secret', 'order', ...inShop)).toBe('{"card":"Z29sZA=="}');
    const later = ['get', 'namespace', 'later', '--ignore-not-found', '--output=name'];
    expect(await lab.kubectl(...later)).toBe('');
    // The scheduler, the controllers and the kubelet, which had seen later objects, follow what is there now.
    await isReady('cp-0', 600);
    const cni = ['--namespace=kube-system', '--selector=app=bridge-cni'];
    const [pod = ''] = (await lab.kubectl('get', 'pods', ...cni, '--output=name')).split('\n');
    await lab.kubectl(
      'delete',
      '--namespace=kube-system',
      '--ignore-not-found',
      '--wait=false',
      pod,
    );
    const running = [
      'get',
      'pods',
      ...cni,
      '--field-selector=status.phase=Running',
      '--output=name',
    ];
    // One pod, another one.
    await prints(new RegExp(`^(?!${pod}$)pod/\\S+$`), 900, ...running);
  }),
);

// Proves: clusters.joining
real(
  'a worker joins and is ready',
  inStory(async () => {
    const labels = clusterLabels('real', cluster.name);
    const token = renderBootstrapToken(lab.keys.token, labels);
    await lab.apply({ apiVersion: 'v1', kind: 'Secret', ...token });
    worker = await lab.addMachine('md-a-0', 'worker');
    const boot = (on.worker = await worker.powerOn());
    said(`md-a-0: a node after ${await boot.shows(joined('md-a-0'), 2400)} s`);
    await isReady('md-a-0', 600);
    expect(await node('md-a-0', '{.metadata.labels.example\\.org/pool}')).toBe('a');
    await adopt('cp-0', 0);
    await adopt('md-a-0', 1);
  }),
);

real(
  'CoreDNS, kube-proxy and the pod network run',
  inStory(async () => {
    for (const kind of ['daemonset/kube-proxy', 'daemonset/bridge-cni', 'deployment/coredns']) {
      await prints(
        /successfully rolled out/,
        900,
        '--namespace=kube-system',
        'rollout',
        'status',
        kind,
        '--timeout=30s',
      );
    }
    said(await lab.kubectl('get', 'pods', '--all-namespaces', '--output', 'wide'));
  }),
);

real('the worker keeps what the sandbox plays of one', keepsPromises('md-a-0', 'worker'));

const pause = '10.0.2.1:8443/mirror/pause:3.10.1';
const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: pause }] },
    },
  },
};
const webRuns = (seconds: number) =>
  prints(
    /^2$/,
    seconds,
    'get',
    'deployment',
    'web',
    '--output',
    'jsonpath={.status.readyReplicas}',
  );

// Proves: drains-and-updates.workload-evicted
real(
  'the power button empties the node before the machine is off',
  inStory(async () => {
    await lab.apply(web);
    await webRuns(600);
    const before = await lab.kubectl('get', 'pods', '--selector=app=web', '--output=name');
    said(
      `md-a-0: QEMU has taken ${await on.worker?.memoryMiB()} MiB, cp-0: ${await on.cp?.memoryMiB()} MiB`,
    );
    const began = Date.now();
    await on.worker?.pressPowerButton(600);
    said(
      `md-a-0: off ${Math.round((Date.now() - began) / 1000)} s after the power button was pressed`,
    );
    expect(await node('md-a-0', '{.spec.unschedulable}')).toBe('true');
    expect(await node('md-a-0', '{.metadata.annotations.strata\\.dev/drained}')).toBe('true');
    // Evicted, not killed: their successors wait for a node.
    const after = await lab.kubectl('get', 'pods', '--selector=app=web', '--output=name');
    expect(after.split('\n').filter((pod) => before.includes(pod))).toEqual([]);
    const phases = await lab.kubectl(
      'get',
      'pods',
      '--selector=app=web',
      '--output',
      'jsonpath={.items[*].status.phase}',
    );
    expect(phases).toBe('Pending Pending');
  }),
);

real(
  'a second boot does nothing again, and the node takes pods',
  inStory(async () => {
    const boot = (on.worker = await worker.powerOn());
    said(
      `md-a-0: knows ${await boot.shows(again, 900)} s after its second power-on that it is a node`,
    );
    await prints(/^$/, 600, 'get', 'node', 'md-a-0', '--output', 'jsonpath={.spec.unschedulable}');
    await isReady('md-a-0', 600);
    await webRuns(600);
    expect(await boot.console()).not.toContain('strata: joining the cluster');
  }),
);

real(
  'a control plane that was switched off comes back with its data',
  inStory(async () => {
    await on.cp?.pressPowerButton(900);
    const boot = (on.cp = await first.powerOn());
    said(
      `cp-0: knows ${await boot.shows(again, 900)} s after its second power-on that it is a node`,
    );
    await prints(/^ok$/, 900, 'get', '--raw', '/readyz');
    expect(await boot.console()).not.toContain('strata: kubeadm init');
    await isReady('cp-0', 600);
    await webRuns(600);
  }),
);

// Proves: backups.restore
real(
  'a control plane starts from the disk of etcd that strata restore has written while it was off',
  inStory(async () => {
    const metadata = { name: 'before', namespace: 'default' };
    await lab.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { number: '8' } });
    await first.run(`${takeSnapshot} > /dev/null`);
    const backup = Buffer.from(await first.run('gzip -c /root/etcd.db | base64 -w 0'), 'base64');
    await lab.kubectl('delete', 'configmap', 'before');
    await lab.kubectl('create', 'configmap', 'later');
    await on.cp?.pressPowerButton(900);
    said(await first.writeEtcd(gunzipSync(backup)));

    const boot = (on.cp = await first.powerOn());
    await boot.shows(again, 900);
    await prints(/^ok$/, 900, 'get', '--raw', '/readyz');
    const data = '--output=jsonpath={.data}';
    expect(await lab.kubectl('get', 'configmap', 'before', data)).toBe('{"number":"8"}');
    const later = ['get', 'configmap', 'later', '--ignore-not-found', '--output=name'];
    expect(await lab.kubectl(...later)).toBe('');
    await isReady('cp-0', 600);
  }),
);
