// SPDX-License-Identifier: Apache-2.0
import { annotationKeys } from '@strata/contracts';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// The API is a file with what kubectl prints of the node; kubectl and kubeadm change it as the real ones
// would, and every call that changes something is recorded. Pauses take no time.
let root: string;
const namespace = 'annotation cluster.x-k8s.io/cluster-namespace=cluster-demo';
const role = 'label node-role.kubernetes.io/control-plane=';

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
}

function setUp(ROLE: 'worker' | 'control-plane'): void {
  write('etc/strata/machine.env', `ROLE=${ROLE}\nINFRA_NAMESPACE=cluster-demo\n`);
  const kubectl = `#!/bin/sh
case "$*" in
  *' get node '*)
    if [ -e "${root}/away" ]; then echo 'Unable to connect to the server: EOF' >&2; exit 1; fi
    cat "${root}/node" 2> /dev/null && exit
    echo 'Error from server (NotFound): nodes "x" not found' >&2
    exit 1 ;;
  *' delete pod '*)
    echo "kubectl $*" >> "${root}/calls"
    if [ -e "${root}/refuse" ]; then echo 'Error from server (Forbidden)' >&2; exit 1; fi ;;
  *' annotate '*)
    echo "kubectl $*" >> "${root}/calls"
    if [ -e "${root}/refuse" ]; then echo 'Error from server (Forbidden)' >&2; exit 1; fi
    echo '${namespace}' >> "${root}/node" ;;
esac
`;
  write('bin/kubectl', kubectl, 0o755);
  const kubeadm = `#!/bin/sh\necho "kubeadm $*" >> "${root}/calls"\necho '${role}' >> "${root}/node"\n`;
  write('bin/kubeadm', kubeadm, 0o755);
  write('bin/systemctl', `#!/bin/sh\necho "systemctl $*" >> "${root}/calls"\n`, 0o755);
  write('bin/sleep', `#!/bin/sh\necho "$1" >> "${root}/pauses"\n/bin/sleep 0.02\n`, 0o755);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keep-node-'));
  setUp('worker');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const linesOf = (file: string) =>
  existsSync(join(root, file))
    ? readFileSync(join(root, file), 'utf8').trimEnd().replaceAll(root, '').split('\n')
    : [];

/** Starts the script as it is shipped, with another root. */
function start(...args: readonly string[]) {
  const script = readFileSync(new URL('keep-node.sh', import.meta.url), 'utf8');
  write('keep-node.sh', script.replaceAll(/(?<=[\s=])\/(etc|var|opt)\/(?!null)/g, `${root}/$1/`));
  const env = { PATH: `${root}/bin:${process.env.PATH ?? ''}` };
  const child = spawn('sh', [join(root, 'keep-node.sh'), ...args], { env, detached: true });
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const ended = new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, said }));
  });
  return { ended, end: () => process.kill(-(child.pid ?? 0), 'SIGTERM') };
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`not in time; calls: ${linesOf('calls').join()}`);
    await sleep(10);
  }
}

const annotates =
  'kubectl --kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=15s annotate --overwrite ' +
  `node ${hostname()} cluster.x-k8s.io/cluster-namespace=cluster-demo`;
const marks = 'kubeadm init phase mark-control-plane --config /etc/strata/kubeadm.yaml';
const restarts = 'systemctl restart kubelet.service';

// https://github.com/kubevirt/csi-driver/blob/805f17a9/cmd/kubevirt-csi-driver/kubevirt-csi-driver.go `resolveNodeID`
test('adds the annotation by which the CSI driver finds the machine of a node', async () => {
  write('node', 'label kubernetes.io/hostname=x\n');
  expect((await start('once').ended).code).toBe(0);
  expect(linesOf('calls')).toEqual([annotates]);
});

test('leaves a correct node alone', async () => {
  write('node', `${namespace}\n`);
  expect(await start('once').ended).toEqual({ code: 0, said: '' });
  expect(linesOf('calls')).toEqual([]);
});

test('corrects an annotation with another namespace', async () => {
  write('node', `${namespace}-2\n`);
  expect((await start('once').ended).code).toBe(0);
  expect(linesOf('calls')).toEqual([annotates]);
});

test.each([
  ['the API is away', 'away', /^Unable to connect to the server: EOF\n$/],
  ['the API refuses the change', 'refuse', /^Error from server \(Forbidden\)\n$/],
  ['there is no node yet', undefined, /^Error from server \(NotFound\): nodes "x" not found\n$/],
] as const)('when %s, one look fails, and says why', async (_, state, why) => {
  if (state !== undefined) {
    write(state, '');
    write('node', '');
  }
  const { code, said } = await start('once').ended;
  expect(code).toBe(1);
  expect(said).toMatch(why);
});

const restartsCilium =
  'kubectl --kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=15s delete pod --namespace ' +
  `kube-system --selector k8s-app=cilium --field-selector spec.nodeName=${hostname()} --wait=false`;

// https://github.com/cilium/cilium/blob/v1.20.2/pkg/node/sync/local_node_sync.go `initFromK8s`
test('starts the agent of Cilium again when the node gets another address, and not before', async () => {
  write('etc/strata/machine.env', 'ROLE=worker\nINFRA_NAMESPACE=cluster-demo\nCNI=cilium\n');
  const at = async (address: string) => {
    write('node', `${namespace}\naddress ${address}\n`);
    return await start('once').ended;
  };
  expect(await at('10.244.1.7')).toEqual({ code: 0, said: '' });
  expect(await at('10.244.1.7')).toEqual({ code: 0, said: '' });
  expect(linesOf('calls')).toEqual([]);
  expect((await at('10.244.2.9')).said).toContain('is 10.244.2.9 now, no longer 10.244.1.7');
  expect(linesOf('calls')).toEqual([restartsCilium]);
  expect(await at('10.244.2.9')).toEqual({ code: 0, said: '' });
  expect(linesOf('calls')).toEqual([restartsCilium]);
});

test('an agent of Cilium that cannot be started again is tried again at the next look', async () => {
  write('etc/strata/machine.env', 'ROLE=worker\nINFRA_NAMESPACE=cluster-demo\nCNI=cilium\n');
  const at = async (address: string) => {
    write('node', `${namespace}\naddress ${address}\n`);
    return (await start('once').ended).code;
  };
  expect(await at('10.244.1.7')).toBe(0);
  write('refuse', '');
  expect(await at('10.244.2.9')).toBe(1);
  unlinkSync(join(root, 'refuse'));
  expect(await at('10.244.2.9')).toBe(0);
  expect(linesOf('calls')).toEqual([restartsCilium, restartsCilium]);
});

test('a control-plane machine that cannot take the address tries again, and one that has lost the former goes on', async () => {
  write('etc/strata/machine.env', 'ROLE=control-plane\nINFRA_NAMESPACE=cluster-demo\nCNI=none\n');
  const at = async (address: string, failing: string) => {
    write('bin/ip', `#!/bin/sh\n[ "$2" != ${failing} ]\n`, 0o755);
    write('node', `${namespace}\n${role}\naddress ${address}\n`);
    return (await start('once').ended).code;
  };
  expect(await at('10.244.1.7', 'replace')).toBe(1);
  expect(linesOf('var/lib/strata/node-address')).toEqual([]);
  expect(await at('10.244.1.7', 'none')).toBe(0);
  expect(await at('10.244.2.9', 'del')).toBe(0);
  expect(linesOf('var/lib/strata/node-address')).toEqual(['10.244.2.9']);
});

// https://github.com/kubevirt/kubevirt/issues/10772
test('a control-plane machine has the address of its node itself, for its API server asks the kubelet there', async () => {
  write('etc/strata/machine.env', 'ROLE=control-plane\nINFRA_NAMESPACE=cluster-demo\nCNI=none\n');
  write('bin/ip', `#!/bin/sh\necho "ip $*" >> "${root}/calls"\n`, 0o755);
  for (const address of ['10.244.1.7', '10.244.2.9', '10.244.2.9']) {
    write('node', `${namespace}\n${role}\naddress ${address}\n`);
    expect((await start('once').ended).code).toBe(0);
  }
  expect(linesOf('calls')).toEqual([
    'ip address replace 10.244.1.7/32 dev lo',
    'ip address replace 10.244.2.9/32 dev lo',
    'ip address del 10.244.1.7/32 dev lo',
    'ip address replace 10.244.2.9/32 dev lo',
  ]);
});

// Proves: access.other-network
test('writes the address in the network that SSH comes in by on the node, and follows its lease', async () => {
  const settings = 'ROLE=worker\nINFRA_NAMESPACE=cluster-demo\nSSH_INTERFACE=enp3s0\n';
  write('etc/strata/machine.env', settings);
  const ip = (addresses: string) =>
    write(
      'bin/ip',
      `#!/bin/sh\n[ "$*" = '-o -4 address show dev enp3s0 scope global' ] || exit 1\n${addresses}`,
      0o755,
    );
  const has = (address: string) =>
    `echo '4: enp3s0    inet ${address}/24 metric 100 brd 10.30.0.255 scope global dynamic enp3s0\\       valid_lft 3000sec'\n`;
  write('node', `${namespace}\n`);
  ip('');
  expect((await start('once').ended).code).toBe(0);
  expect(linesOf('calls')).toEqual([]);
  ip(has('10.30.0.7') + has('10.30.0.8'));
  expect((await start('once').ended).code).toBe(0);
  const annotated = (address: string) =>
    'kubectl --kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=15s annotate --overwrite ' +
    `node ${hostname()} ${annotationKeys.sshAddress}=${address}`;
  expect(linesOf('calls')).toEqual([annotated('10.30.0.7')]);
  write('node', `${namespace}\nannotation strata.dev/ssh-address=10.30.0.7\n`);
  expect((await start('once').ended).code).toBe(0);
  ip(has('10.30.0.70'));
  expect((await start('once').ended).code).toBe(0);
  write('refuse', '');
  expect((await start('once').ended).code).toBe(1);
  expect(linesOf('calls')).toEqual(['7', '70', '70'].map((last) => annotated(`10.30.0.${last}`)));
});

// https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/markcontrolplane/markcontrolplane.go
test('makes a control-plane node that was registered anew a control-plane node again, and no worker', async () => {
  setUp('control-plane');
  write('node', `${namespace}\n`);
  const { code, said } = await start('once').ended;
  expect(code).toBe(0);
  expect(said).toMatch(/^\d\d:\d\d:\d\d strata: \S+ is a control-plane node again\n$/);
  expect(linesOf('calls')).toEqual([marks]);
  expect((await start('once').ended).code).toBe(0);
  expect(linesOf('calls')).toEqual([marks]);
});

// https://github.com/kubernetes/cloud-provider/blob/v0.34.3/controllers/nodelifecycle/node_lifecycle_controller.go `MonitorNodes`
// Proves: cloud-controller.nodes
test('corrects a node that is deleted and registered anew while the machine lives', async () => {
  setUp('control-plane');
  write('node', `${namespace}\n${role}\n`);
  const script = start();
  await until(() => linesOf('pauses').length > 2);
  expect(linesOf('pauses').filter((pause) => pause !== '60')).toEqual([]);
  expect(linesOf('calls')).toEqual([]);
  write('node', 'label kubernetes.io/hostname=x\n');
  await until(() => linesOf('calls').length === 2);
  script.end();
  await script.ended;
  expect(linesOf('calls')).toEqual([annotates, marks]);
});

// https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/kubelet_node_status.go `registerWithAPIServer`
test('restarts a kubelet whose node stays away, because a kubelet registers only once', async () => {
  write('node', `${namespace}\n`);
  const script = start();
  await until(() => linesOf('pauses').includes('60'));
  unlinkSync(join(root, 'node'));
  await until(() => linesOf('calls').includes(restarts));
  write('node', `${namespace}\n`);
  script.end();
  const { said } = await script.ended;
  const looks = linesOf('pauses').filter((pause) => pause === '5');
  // A kubelet that has just started gets a minute.
  expect(looks.length).toBeGreaterThanOrEqual(11);
  expect(linesOf('calls')).toEqual([restarts]);
  expect(said).toContain(
    `the cluster has no node ${hostname()}: the kubelet starts again, and registers it\n`,
  );
});

test('restarts no kubelet while the API is away', async () => {
  write('away', '');
  const script = start();
  await until(() => linesOf('pauses').length > 30);
  script.end();
  await script.ended;
  expect(linesOf('calls')).toEqual([]);
});
