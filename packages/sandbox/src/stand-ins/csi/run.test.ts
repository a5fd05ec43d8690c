// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../credentials.ts';
import type { Running } from '../stand-in-process.ts';
import { TestApi } from '../test-api.ts';
import { writeKubeconfig } from '../test-kubeconfig.ts';
import { eventually, fatalOf, recordLog } from '../test-wait.ts';
import { runCsiController } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'csi-'));
const kubeconfig = join(dir, 'value');
const tenant = new TestApi();
const infra = new TestApi();
let own: Connection;
let running: Running | undefined;

beforeAll(async () => {
  own = await infra.start();
  const { server } = await tenant.start();
  writeKubeconfig(kubeconfig, server);
});
afterEach(() => running?.stop());
afterAll(() => {
  tenant.stop();
  infra.stop();
  rmSync(dir, { recursive: true });
});

const controller = ['--run-node-service=false', '--run-controller-service=true'];
const labels = '--infra-cluster-labels=cluster.x-k8s.io/cluster-name=demo,a=b';

function start(args: readonly string[], env: Record<string, string> = {}): Running {
  const log = recordLog();
  running = runCsiController({ args, env, log, inCluster: () => own, healthPort: 0 });
  return running;
}

test('beside the infra cluster it makes DataVolumes there, for claims of the tenant', async () => {
  tenant.put('/apis/storage.k8s.io/v1/storageclasses', {
    ...{ metadata: { name: 'fast' }, provisioner: 'csi.kubevirt.io' },
  });
  tenant.put('/api/v1/persistentvolumeclaims', {
    metadata: {
      ...{ name: 'data', namespace: 'shop', uid: '1' },
      annotations: { 'volume.kubernetes.io/storage-provisioner': 'csi.kubevirt.io' },
    },
    spec: { storageClassName: 'fast', resources: { requests: { storage: '1Gi' } } },
  });
  start([
    ...['--endpoint=unix:///var/lib/csi/csi.sock', '--infra-cluster-namespace=cluster-demo'],
    ...[labels, `--tenant-cluster-kubeconfig=${kubeconfig}`, ...controller, '--v=5'],
  ]);
  await eventually(() => tenant.get('/api/v1/persistentvolumes/pvc-1'));
  const [created] = infra.list('/apis/cdi.kubevirt.io/v1beta1/datavolumes');
  expect(created?.metadata).toMatchObject({
    ...{ name: 'pvc-1', namespace: 'cluster-demo' },
    labels: { 'cluster.x-k8s.io/cluster-name': 'demo', a: 'b' },
  });
});

test.each([
  [controller, {}, 'infra-cluster-labels must be set', 255],
  [[...controller, labels, '--volume-prefix='], {}, 'volume-prefix must be set', 255],
  [
    [...controller, '--infra-cluster-labels=demo'],
    {},
    "panic: Bad labels format. Should be 'key=value,key=value,...'",
    2,
  ],
  [
    [labels],
    {},
    "the sandbox's stand-in plays the controller service only: --run-controller-service=true --run-node-service=false",
    1,
  ],
  [
    [...controller, labels],
    { INFRA_STORAGE_CLASS_ENFORCEMENT: 'allowAll: perhaps' },
    'Failed to parse infra-storage-class-enforcement cannot unmarshal "perhaps" into bool',
    255,
  ],
] as const)('%j %j ends it', (args, env, message, exitCode) => {
  expect(fatalOf(() => start(args, env))).toEqual({ message, exitCode });
});

test('a kubeconfig that cannot be read ends it', () => {
  const args = [...controller, labels, `--tenant-cluster-kubeconfig=${dir}/none`];
  expect(fatalOf(() => start(args))).toEqual({
    message: `failed to build tenant cluster config: ENOENT: no such file or directory, open '${dir}/none'`,
    exitCode: 255,
  });
});
