// SPDX-License-Identifier: Apache-2.0
import { foresee } from './foreseen.ts';

const kept = {
  startUpSecrets: ['cp-0-userdata-0000000a', 'md-a-userdata-0000000b'],
  recorded: ['shop-keys-cluster', 'shop-keys-encryption-2'],
  live: { namespace: 'cluster-shop', machines: [], pools: [], dataVolumes: [], claims: [] },
};

const urn = (type: string, name: string) =>
  `urn:pulumi:production.shop::user-cluster::${type}::${name}`;

const step = (op: string, type: string, name: string, inputs: object = {}) => ({
  op,
  urn: urn(type, name),
  newState: { type, inputs },
});

const secret = (name: string) =>
  step('create', 'kubernetes:core/v1:Secret', `shop-nodes-${name}`, { metadata: { name } });

const see = (...steps: readonly object[]) => foresee(JSON.stringify({ steps }), kept);

const key = 'strata:keys:RandomKey';

// Proves: backups.lost-state
test('objects are taken on where every VM stays what it is', () => {
  expect(
    see(
      step('same', key, 'shop-keys-encryption-2'),
      step('create', key, 'shop-keys-encryption'),
      step('create', 'kubernetes:core/v1:Namespace', 'shop-ground-namespace'),
      secret('cp-0-userdata-0000000a'),
      secret('md-a-userdata-0000000b'),
    ),
  ).toEqual({ refusals: [], anew: ['shop-keys-encryption'], takenOn: 3 });
});

// Proves: backups.lost-state
test('an update that would replace a machine is refused', () => {
  expect(see(secret('cp-0-userdata-0000000c'), secret('cloud-kubeconfig')).refusals).toEqual([
    "VMs would be replaced, by those that start with cp-0-userdata-0000000c: the stack's file, the platform or Strata is not what the cluster was brought up with",
  ]);
});

// Proves: backups.lost-state
test('machines that are not those of the plan are refused with the rest', () => {
  const labels = { 'strata.dev/pool': 'cp' };
  const machines = [{ metadata: { name: 'cp-1', labels }, spec: {} }];
  const steps = [secret('cp-0-userdata-0000000a')];
  expect(
    foresee(JSON.stringify({ steps }), { ...kept, live: { ...kept.live, machines } }).refusals,
  ).toEqual(['VirtualMachine cp-1 runs, and neither the plan nor a pool has it']);
});

// Proves: backups.lost-state
test('an update that would change or forget a key that VMs have is refused', () => {
  const { refusals } = see(
    step('update', key, 'shop-keys-encryption-2'),
    step('create', 'strata:keys:Authority', 'shop-keys-cluster'),
    { op: 'delete', urn: urn(key, 'shop-keys-encryption-2'), oldState: { type: key } },
    { op: 'delete', urn: urn(key, 'shop-services-backup-password'), oldState: { type: key } },
  );
  expect(refusals).toEqual([
    'the key "shop-keys-encryption-2" would change (update)',
    'the program makes another "shop-keys-cluster" than that of the VMs',
    'the file of the stack has no "shop-keys-encryption-2", which VMs have: a rotation goes on',
    'the file of the stack has no "shop-services-backup-password", which the cluster has: it would be deleted',
  ]);
});

// Proves: backups.lost-state
test('a token and certificates that are due are renewed, and an authority is not', () => {
  const { anew, refusals } = see(
    step('update', 'strata:keys:JoinToken', 'shop-keys-token'),
    step('update', 'strata:keys:Certificate', 'shop-keys-cloud-certificate'),
    step('update', 'strata:keys:Authority', 'shop-keys-cluster'),
  );
  expect(anew).toEqual(['shop-keys-token', 'shop-keys-cloud-certificate']);
  expect(refusals).toEqual(['the key "shop-keys-cluster" would change (update)']);
});

test('a preview that failed says why', () => {
  const diagnostics = [
    { severity: 'error', message: 'the control plane is at Kubernetes 1.35.4\n' },
    { severity: 'info', message: 'hello' },
  ];
  expect(() => foresee(JSON.stringify({ steps: [], diagnostics }), kept)).toThrow(
    'The preview with the keys failed. The state has the keys now, and the same command goes on; this run has changed no object:\nthe control plane is at Kubernetes 1.35.4',
  );
  expect(() => foresee('', kept)).toThrow(
    'The preview with the keys failed. The state has the keys now, and the same command goes on; this run has changed no object: npx strata preview says why.',
  );
});
