// SPDX-License-Identifier: Apache-2.0
import { runDemoWorkload, type RackSession } from '@strata/sandbox';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kubectl, openSession, pulumi, pulumiUp, sharedInstance } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { changeClusterFile, initStack, otherCluster, removeStack } from './other-clusters.ts';
import { strata } from './strata-command.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

const moved = otherCluster('moved');
const group = 'cluster.k8s.io/cluster-api-autoscaler-node-group';

/** A cluster of KKP with one MachineDeployment, as `kubectl get -o json` prints it. */
const ofKkp = (cloudProvider: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [
      {
        apiVersion: 'kubermatic.k8c.io/v1',
        kind: 'Cluster',
        metadata: { name: 'kmvh888v9h', resourceVersion: '7' },
        spec: {
          version: '1.35.4',
          cniPlugin: { type: 'cilium', version: '1.18.2' },
          clusterNetwork: { dnsDomain: 'corp.local', proxyMode: 'iptables' },
        },
      },
      {
        apiVersion: 'cluster.k8s.io/v1alpha1',
        kind: 'MachineDeployment',
        metadata: {
          name: 'web',
          namespace: 'kube-system',
          annotations: { [`${group}-min-size`]: '1', [`${group}-max-size`]: '9' },
        },
        spec: {
          replicas: 1,
          template: {
            spec: {
              metadata: { labels: { team: 'office' } },
              providerSpec: {
                value: {
                  cloudProvider,
                  cloudProviderSpec: {
                    virtualMachine: {
                      instancetype: {
                        name: 'standard-2',
                        kind: 'VirtualMachineClusterInstancetype',
                      },
                      template: { primaryDisk: { size: '20Gi' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  });

/** Types `npx strata new cluster` for what KKP has. */
async function translate(cloudProvider: string) {
  const file = join(sharedInstance().dir, 'moved.kkp.json');
  writeFileSync(file, ofKkp(cloudProvider));
  return strata(moved.checkout, 'new', 'cluster', 'sandbox', 'moved', '--from-kkp', file);
}

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
});

const stackFile = join(moved.checkout, 'stacks/user-cluster/Pulumi.sandbox.moved.yaml');

// Proves: migration.from-kkp
test('machines of another cloud are refused, and no file is written', async () => {
  const { code, stdout, stderr } = await translate('aws');
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain(
    'MachineDeployment web: its cloudProvider is "aws"; only MachineDeployments of kubevirt are translated.',
  );
  expect(existsSync(stackFile)).toBe(false);
}, 180_000);

// Proves: migration.from-kkp
test('a cluster of KKP comes up as one of the sandbox, and what it does not keep is named first', async () => {
  const translated = await translate('kubevirt');
  expectSuccess(translated);
  expect(translated.stdout).toContain(
    `MachineDeployment web: metadata.annotations.${group}-max-size is left out: nothing but an update of the stack changes the number of machines of a pool`,
  );
  changeClusterFile(moved, ['protect: true', 'protect: false\n    volumes: delete']);
  const began = Date.now();
  await initStack(session, moved);
  await pulumiUp(session, moved);
  user = await userOf(session, moved);
  await runDemoWorkload(session, user.kubeconfig);
  console.log(`from the file to a program in it: ${Math.round((Date.now() - began) / 1_000)} s`);
  const columns = 'jsonpath={range .items[*]}{.metadata.name} {.metadata.labels.team}{"\\n"}{end}';
  expect(await user.kubectl('get', 'nodes', '-o', columns)).toBe('cp-0 \nweb-0 office');
  const config = await user.kubectl(
    'get',
    'configmap',
    'kubelet-config',
    '-n',
    'kube-system',
    '-o',
    'yaml',
  );
  expect(config).toContain('clusterDomain: corp.local');
}, 900_000);

// Proves: migration.export
test('exported by one command, it is reached with the files alone, and destroyed it leaves nothing', async () => {
  const out = join(sharedInstance().dir, 'moved-export');
  const named = ['--out', out, '--name', sharedInstance().name];
  expectSuccess(await strata(moved.checkout, 'export', 'sandbox', 'moved', ...named));
  const again = await strata(moved.checkout, 'export', 'sandbox', 'moved', ...named);
  expect([again.code, again.stderr]).toEqual([
    2,
    `${out} is not empty: name another folder with --out.\n`,
  ]);
  const nodes = ['get', 'nodes', '-o', 'name', '--kubeconfig', join(out, 'kubeconfig')];
  expect(await kubectl(session, nodes)).toBe('node/cp-0\nnode/web-0');
  expectSuccess(await pulumi(session, moved, ['destroy', '--yes', '--skip-preview']));
  const left = ['get', 'namespace', 'cluster-moved', '--ignore-not-found'];
  expect(await kubectl(session, left)).toBe('');
  await removeStack(session, moved);
}, 900_000);
