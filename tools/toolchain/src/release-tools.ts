// SPDX-License-Identifier: Apache-2.0
import { operatorTools } from './operator-tools.ts';
import { controlPlaneBinaries, kubernetesStamps } from './tool-families.ts';
import type { Tool } from './tool-types.ts';

/**
 * Tools that the other releases (not the one `npm start` brings up) and the tests of all releases
 * need, in build order, after the tools of `npm start`.
 */
export const releaseTools = {
  ...operatorTools,
  'kubernetes-1.34': {
    version: '1.34.4',
    module: { path: 'k8s.io/kubernetes' },
    // No kubectl: the kubectl of 1.35 serves both.
    binaries: controlPlaneBinaries,
    stamps: kubernetesStamps('1.34.4'),
    fromPath: { range: '~1.34.4' },
    coldMinutes: 3.7,
    footprint: { modules: 385, objects: 2535, binaries: 400 },
  },
  'kubelet-validate-1.34': {
    // Its kubelet has flags that 1.35 no longer has.
    version: '1.34.4',
    goFilesOf: 'kubelet-validate',
    module: { path: 'k8s.io/kubernetes' },
    // Go names the executable after the module of its folder.
    binaries: [{ name: 'kubelet-validate', package: '.', builtAs: 'kubelet-validate-1.34' }],
    stamps: kubernetesStamps('1.34.4'),
    coldMinutes: 0.2,
    footprint: { modules: 20, objects: 20, binaries: 50 },
  },
  'kubeone-validate': {
    // KubeOne's own configuration loader, for previews of infra stacks; kubeone itself is never
    // built here.
    version: '1.14.2',
    minimumGo: '1.26.5',
    module: { path: 'k8c.io/kubeone' },
    binaries: [{ name: 'kubeone-validate', package: '.' }],
    stamps: {},
    coldMinutes: 1.5,
    footprint: { modules: 450, objects: 900, binaries: 45 },
  },
  'etcd-clients': {
    // Backups of user clusters run these programs; the version is that of etcd itself.
    version: '3.6.5',
    module: { path: 'go.etcd.io/etcd/etcdctl/v3' },
    binaries: [
      { name: 'etcdctl', package: 'go.etcd.io/etcd/etcdctl/v3' },
      { name: 'etcdutl', package: 'go.etcd.io/etcd/etcdutl/v3' },
    ],
    stamps: {},
    coldMinutes: 0.2,
    footprint: { modules: 5, objects: 20, binaries: 35 },
  },
  restic: {
    version: '0.18.1',
    module: { path: 'github.com/restic/restic' },
    binaries: [{ name: 'restic', package: 'github.com/restic/restic/cmd/restic' }],
    stamps: {},
    // The tag of upstream's own builds: it leaves out what Google's client does not need.
    tags: ['disable_grpc_modules'],
    coldMinutes: 0.8,
    footprint: { modules: 110, objects: 190, binaries: 31 },
  },
  versitygw: {
    // The S3 server of tests, with files for its objects.
    version: '1.8.0',
    module: { path: 'github.com/versity/versitygw' },
    binaries: [{ name: 'versitygw', package: 'github.com/versity/versitygw/cmd/versitygw' }],
    stamps: {},
    coldMinutes: 0.9,
    footprint: { modules: 60, objects: 170, binaries: 45 },
  },
  'metrics-server': {
    // Asks the test's kubelets as inside a user cluster.
    version: '0.8.0',
    module: { path: 'sigs.k8s.io/metrics-server' },
    binaries: [
      { name: 'metrics-server', package: 'sigs.k8s.io/metrics-server/cmd/metrics-server' },
    ],
    stamps: {},
    coldMinutes: 1,
    footprint: { modules: 200, objects: 400, binaries: 60 },
  },
  actionlint: {
    // Checks .github/workflows in tests.
    version: '1.7.12',
    module: { path: 'github.com/rhysd/actionlint' },
    binaries: [
      {
        name: 'actionlint',
        package: 'github.com/rhysd/actionlint/cmd/actionlint',
        probe: { args: ['-version'], pattern: /^v?(\d\S+)/m },
      },
    ],
    stamps: {},
    fromPath: { range: '^1.7.12' },
    coldMinutes: 0.2,
    footprint: { modules: 30, objects: 60, binaries: 10 },
  },
} as const satisfies Readonly<Record<string, Tool>>;
