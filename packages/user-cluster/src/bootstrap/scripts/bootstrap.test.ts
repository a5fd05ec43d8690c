// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TestMachine } from './test-machine.ts';

// Machines in the sandbox really run these scripts; these tests are the cases that only an accident
// brings.
let machine: TestMachine;
let root: string;

beforeEach(() => {
  machine = new TestMachine();
  ({ root } = machine);
});
afterEach(() => machine.remove());

const write = (path: string, text: string, mode?: number) => machine.write(path, text, mode);
const start = () => machine.start();

/** Answers of three members of etcd 3.6, the second one before its promotion. */
const members = (second: string) =>
  '{"header":{"cluster_id":"324952591200643719", "member_id":"3319814642761637952", "raft_term":"2"}, ' +
  '"members":[{"ID":"3319814642761637952", "name":"cp-0", "peerURLs":["https://10.20.0.11:2380"], "clientURLs":["https://10.20.0.11:2379"]}, ' +
  `{"ID":"17404665740287212763", "name":"cp-1", "peerURLs":["https://10.20.0.12:2380"], "clientURLs":["https://10.20.0.12:2379"]${second}}, ` +
  '{"ID":"17404665740287212764", "peerURLs":["https://10.20.0.13:2380"], "isLearner":true}]}';

const learns = 'this machine is an etcd learner: an earlier join was interrupted and goes on now';
const votes = 'starting the etcd member whose data is on the disk; it has joined before';
const certificate =
  'kubeadm init phase certs etcd-healthcheck-client --config /etc/strata/kubeadm.yaml';
const joins = 'kubeadm join --config /etc/strata/kubeadm-join.yaml';

/** Returns the settings that kubeadm merges into those of this machine's kubelet. */
const kubeletPatch = () =>
  JSON.parse(
    readFileSync(join(root, 'etc/strata/patches/kubeletconfiguration-machine+merge.json'), 'utf8'),
  ) as Record<string, unknown>;

/** Members without this machine. */
const strangers = members('').replace('10.20.0.12:2380', '10.20.0.99:2380');

test('a machine with an empty disk of etcd joins as kubeadm does it', async () => {
  write('etcd/10.20.0.11', strangers);
  const { kubeadm, said } = await start();
  expect(kubeadm).toEqual([certificate, joins]);
  expect(said).not.toContain(learns);
  expect(said).not.toContain(votes);
  expect(said).toMatch(/ is a node of the cluster\n$/);
  expect(existsSync(join(root, 'var/lib/strata/joined'))).toBe(true);
});

// Proves: machines.etcd-disk-lost
test('a machine with an empty disk, which etcd lists as a member, is removed before it joins', async () => {
  // The first peer is away.
  write('etcd/10.20.0.13', members(''));
  const { kubeadm, said } = await start();
  expect(kubeadm).toEqual([certificate, 'remove -d {"ID":"17404665740287212763"}', joins]);
  expect(said).toContain('member 17404665740287212763 is removed\n');
});

test('removes nothing and does not join while no other member answers', async () => {
  appendFileSync(join(root, 'etc/strata/machine.env'), 'TIMEOUT_SECONDS=1\n');
  const { code, kubeadm, said } = await start();
  expect(code).toBe(1);
  expect(new Set(kubeadm)).toEqual(new Set([certificate]));
  expect(said).toMatch(/FAILED: joining the control plane: no success within 1 s; .*\n$/);
});

// https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/pkg/provider/instances_v2.go `InstanceExists`
test('its kubelet registers with the ID of its machine, which kubeadm merges into its settings', async () => {
  write('etcd/10.20.0.11', strangers);
  await start();
  expect(kubeletPatch()).toEqual({
    providerID: `kubevirt://${hostname()}`,
    resolvConf: '/run/systemd/resolve/resolv.conf',
  });
});

// kubeadm writes the file of the first control plane's system into the settings of all kubelets.
// https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/componentconfigs/kubelet_unix.go `mutateResolverConfig`
test('its kubelet reads /etc/resolv.conf where systemd-resolved does not run', async () => {
  write('etcd/10.20.0.11', strangers);
  const systemctl = `#!/bin/sh
echo "systemctl $*" >> ${root}/calls
[ "$1" != is-active ] || exit 3
`;
  write('bin/systemctl', systemctl, 0o755);
  expect((await start()).code).toBe(0);
  expect(kubeletPatch().resolvConf).toBe(`${root}/etc/resolv.conf`);
});

test('before it installs anything it takes away what would stop the kubelet now or at the next boot', async () => {
  write('etcd/10.20.0.11', strangers);
  const systemctl = `#!/bin/sh
echo "systemctl $*" >> ${root}/calls
case $* in *firewalld* | *guest-agent*) exit 5 ;; esac
`;
  write('bin/systemctl', systemctl, 0o755);
  expect((await start()).code).toBe(0);
  const calls = readFileSync(join(root, 'calls'), 'utf8').replaceAll(root, '').split('\n');
  expect(calls.slice(1, 9)).toEqual([
    'modprobe overlay',
    'sysctl --quiet -p /etc/sysctl.d/90-strata.conf',
    'swapoff -a',
    'systemctl mask swap.target',
    'systemctl disable --now firewalld.service',
    'systemctl mask --now qemu-guest-agent.service',
    'systemctl restart systemd-logind.service',
    'systemctl daemon-reload',
  ]);
});

// A kubelet registers once. If something deletes its node then, only the unit sees it, and `once` waits
// for the unit.
test('starts the unit that keeps its node correct, and counts as joined once the node is correct', async () => {
  write('etcd/10.20.0.11', strangers);
  await start();
  const calls = readFileSync(join(root, 'calls'), 'utf8').split('\n');
  const kept = calls.filter((call) => /keep-node|strata-node/.test(call));
  expect(kept).toEqual(['systemctl enable --now strata-node.service', 'keep-node once']);
});

test('waits for a node that is not correct yet', async () => {
  write('etcd/10.20.0.11', strangers);
  // It fails the first time only.
  const tried = `${root}/tried`;
  const joined = `${root}/var/lib/strata/joined`;
  const keepNode = `#!/bin/sh
[ ! -e ${joined} ] || echo 'it has joined already'
[ -e ${tried} ] || { touch ${tried}; exit 1; }
`;
  write('opt/strata/bin/keep-node', keepNode, 0o755);
  const { code, said } = await start();
  expect(code).toBe(0);
  expect(said).toContain('telling the node whose machine it is: again in 2 s\n');
  expect(said).not.toContain('it has joined already');
  expect(existsSync(joined)).toBe(true);
});

// https://github.com/kubernetes/kubernetes/blob/v1.34.4/cmd/kubeadm/app/cmd/phases/join/kubelet.go `runKubeletStartJoinPhase`
// refuses a node that is Ready already.
test.each([
  ['worker', 'kubeadm join --config /etc/strata/kubeadm.yaml'],
  ['control-plane', joins],
])('a %s whose kubelet joined before its join was cut off goes on after it', async (role, join) => {
  appendFileSync(`${root}/etc/strata/machine.env`, `ROLE=${role}\n`);
  write('etcd/10.20.0.11', strangers);
  write('etc/kubernetes/kubelet.conf', '');
  write('var/lib/kubelet/kubeadm-flags.env', '');
  const { code, kubeadm, said } = await start();
  expect(code).toBe(0);
  expect(said).toContain('the kubelet has joined already: the rest of the join follows\n');
  expect(kubeadm.at(-1)).toMatch(
    new RegExp(`^${join} --skip-phases=kubelet-start --ignore-preflight-errors=FileAvailable`),
  );
});

const authority = '-----BEGIN CERTIFICATE-----\n';
const bundled = (name: string) =>
  `kubectl config set-cluster demo --kubeconfig /etc/kubernetes/${name}.conf --embed-certs --certificate-authority /etc/kubernetes/pki/ca.crt`;
const kubeconfigs = [
  'kubeadm init phase kubeconfig all --config /etc/strata/kubeadm.yaml',
  ...['admin', 'super-admin', 'kubelet', 'controller-manager', 'scheduler'].map(bundled),
];
const kubeletIsMade = '--ignore-preflight-errors=FileAvailable--etc-kubernetes-kubelet.conf';

// Proves: keys.authority-rotation
test('while two authorities are trusted, a control plane joins with kubeconfigs that trust both, and a kubelet that its own authority knows', async () => {
  write('etc/strata/ca.crt', authority + authority);
  write('etcd/10.20.0.11', strangers);
  machine.play('kubectl', 'case "$*" in *jsonpath*) printf demo ;; esac');
  // The API still knows the node of the machine before.
  write('etc/kubernetes/kubelet.conf', '');
  const { code, kubeadm } = await start();
  expect(code).toBe(0);
  expect(kubeadm).toEqual([
    ...kubeconfigs,
    certificate,
    `${joins} ${kubeletIsMade}`,
    'kubeadm init phase kubelet-finalize enable-client-cert-rotation --config /etc/strata/kubeadm.yaml',
  ]);
});

// Proves: keys.authority-rotation
test('while two authorities are trusted, a single control plane is made with kubeconfigs that trust both', async () => {
  write('etc/strata/ca.crt', authority + authority);
  machine.setVariables({ INDEX: 0, REPLICAS: 1, KUBE_PROXY: 'no' });
  machine.play('kubectl', 'case "$*" in *jsonpath*) printf demo ;; esac');
  const { code, kubeadm } = await start();
  expect(code).toBe(0);
  expect(kubeadm).toEqual([
    ...kubeconfigs,
    `kubeadm init --config /etc/strata/kubeadm.yaml --skip-token-print --skip-phases=addon,show-join-command ${kubeletIsMade}`,
  ]);
});

test('a kubelet that has credentials and no node yet joins as kubeadm does it', async () => {
  appendFileSync(join(root, 'etc/strata/machine.env'), 'ROLE=worker\n');
  write('etc/kubernetes/kubelet.conf', '');
  write('bin/kubectl', '#!/bin/sh\nexit 1\n', 0o755);
  const { code, kubeadm } = await start();
  expect(code).toBe(0);
  expect(kubeadm).toEqual(['kubeadm join --config /etc/strata/kubeadm.yaml']);
});

test('a member that votes starts again, and does not join a second time', async () => {
  write('var/lib/etcd/member/snap/db', '');
  write('etcd/10.20.0.11', members(''));
  const { kubeadm, said } = await start();
  expect(said).toContain(votes);
  expect(kubeadm.slice(0, 2)).toEqual([
    certificate,
    'kubeadm init phase etcd local --config /etc/strata/kubeadm.yaml',
  ]);
  expect(kubeadm[2]).toContain(`${joins} --skip-phases=check-etcd,etcd-join `);
  expect(kubeadm).toHaveLength(3);
});

test('a member whose first join was interrupted before it had a vote gets one', async () => {
  write('var/lib/etcd/member/snap/db', '');
  // The first peer is away.
  write('etcd/10.20.0.13', members(', "isLearner":true'));
  const { kubeadm, said } = await start();
  expect(said).toContain(learns);
  expect(kubeadm[0]).toBe(certificate);
  expect(kubeadm[1]).toMatch(/^kubeadm join --config \S+ --ignore-preflight-errors=FileAvailable/);
  expect(kubeadm[1]).not.toContain('--skip-phases');
  expect(kubeadm).toHaveLength(2);
});

test('counts as a voting member where no other member can be asked', async () => {
  write('var/lib/etcd/member/snap/db', '');
  const { kubeadm, said } = await start();
  expect(said).toContain(votes);
  expect(kubeadm).toHaveLength(3);
});

const starts = 'the API is still away: starting the etcd member whose data is on the disk';
const inits =
  'kubeadm init --config /etc/strata/kubeadm.yaml --skip-token-print --skip-phases=addon,show-join-command';

/** Takes the API away. Pauses take no time, and each look at the clock takes 20 seconds of 30 minutes. */
function takeApiAway(): void {
  appendFileSync(join(root, 'etc/strata/machine.env'), 'TIMEOUT_SECONDS=1800\n');
  write('away', '');
  write('bin/sleep', '#!/bin/sh\n', 0o755);
  write('clock', '0\n');
  const date = `#!/bin/sh
if [ "$1" = -u ]; then echo 12:00:00; exit; fi
now=$(($(cat "${root}/clock") + 20))
echo "$now" | tee "${root}/clock"
`;
  write('bin/date', date, 0o755);
}

// Of three members one may be missing for a majority, and then there is no API to wait for.
test('a machine with data of etcd starts its member when the API has been away for three minutes', async () => {
  takeApiAway();
  write('var/lib/etcd/member/snap/db', '');
  const { code, kubeadm, said } = await start();
  expect(code).toBe(0);
  expect(kubeadm).toEqual([inits]);
  expect(said.slice(0, said.indexOf(starts)).match(/waiting for the API: again/g)).toHaveLength(4);
  expect(said).toMatch(/ is a node of the cluster\n$/);
});

test('a machine joins when its member alone does not bring the API back, but another one does', async () => {
  takeApiAway();
  write('var/lib/etcd/member/snap/db', '');
  const kubeadm = `#!/bin/sh
echo "kubeadm $*" >> ${root}/calls
if [ "$2" = --config ] && [ "$1" = init ]; then rm "${root}/away"; exit 1; fi
`;
  write('bin/kubeadm', kubeadm, 0o755);
  const { code, kubeadm: calls, said } = await start();
  expect(code).toBe(0);
  expect(said).toContain(votes);
  expect(calls.slice(0, 3)).toEqual([
    inits,
    certificate,
    'kubeadm init phase etcd local --config /etc/strata/kubeadm.yaml',
  ]);
  expect(calls[3]).toContain(`${joins} --skip-phases=check-etcd,etcd-join `);
  expect(calls).toHaveLength(4);
});

test('a machine with an empty disk of etcd waits for the API, and starts no member', async () => {
  takeApiAway();
  const { code, kubeadm, said } = await start();
  expect(code).toBe(1);
  expect(kubeadm).toEqual([]);
  expect(said).toMatch(/FAILED: waiting for the API: no success within 1800 s; .*\n$/);
});
