// SPDX-License-Identifier: Apache-2.0
import { forEachOperator } from './operator-tools.ts';
import type { CompleteReleaseTable, HashSource, Release } from './release-types.ts';
import { controlPlaneBinaries } from './tool-families.ts';

const patched = { built: 'it has patches (docs/upstream/README.md)' } as const;
const ours = { built: 'a program of our own' } as const;
const imagesOnly = { built: 'released as a container image only' } as const;
const noHash = {
  built: 'no repository of its publisher was found to have the hash of its release',
} as const;

/** The commit of kubernetes/kubernetes whose changelogs were read. */
const kubernetesCommit = '008b3652959ca58af8be3fb5b6ecfe9ae7638282';

const changelog = (minor: string): HashSource => ({
  repository: 'https://github.com/kubernetes/kubernetes',
  commit: kubernetesCommit,
  path: `CHANGELOG/CHANGELOG-${minor}.md`,
});

const serverPath = (name: string) => `kubernetes/server/bin/${name}`;

type ControlPlane = (typeof controlPlaneBinaries)[number]['name'];

const controlPlanePaths = Object.fromEntries(
  controlPlaneBinaries.map(({ name }) => [name, serverPath(name)]),
) as Record<ControlPlane, string>;

/** Returns the common part of all releases of Kubernetes: the archive of its server programs. */
const kubernetes = (version: string, hashes: { readonly amd64: string; readonly arm64: string }) =>
  ({
    version,
    publisher: 'Kubernetes',
    algorithm: 'sha512',
    source: changelog(version.split('.').slice(0, 2).join('.')),
    mebibytes: 400,
    archives: {
      'linux-amd64': {
        url: `https://dl.k8s.io/v${version}/kubernetes-server-linux-amd64.tar.gz`,
        hash: hashes.amd64,
      },
      'linux-arm64': {
        url: `https://dl.k8s.io/v${version}/kubernetes-server-linux-arm64.tar.gz`,
        hash: hashes.arm64,
      },
    },
  }) as const satisfies Omit<Release, 'paths'>;

const actionlintUrl = (platform: string) =>
  `https://github.com/rhysd/actionlint/releases/download/v1.7.12/actionlint_1.7.12_${platform}.tar.gz`;

/**
 * Says of every tool whether its publisher's own release may be downloaded. It may if the
 * publisher's repository has its hash, at the version of the tables, and if we would build the same
 * program. Hashes of distributors (Homebrew's core, Nixpkgs, kubespray) do not count: they say what
 * the distributor downloaded.
 */
export const releases: CompleteReleaseTable = {
  pulumi: patched,
  'pulumi-language-nodejs': {
    built: "its version is another release of Pulumi's, whose whole archive would come for it",
  },
  'pulumi-resource-kubernetes': patched,
  etcd: noHash,
  kubernetes: {
    ...kubernetes('1.35.4', {
      amd64:
        '7454c2d9023de3230972e965e1e2a587a291e2a1abee703bb0737057e1646b23ebac538b93dd778e93579e3c293dc1fa8d002e6848ad5ebc01598bc47358fe44',
      arm64:
        '67187a2fe780be7816f9d10e082ed02cbba306bab379980280d00ba4c4017ff53c50cd2ff81d248c91ddcc064276b8760e17c73a1a7da1d35067a6fc0ffbdc88',
    }),
    paths: { ...controlPlanePaths, kubectl: serverPath('kubectl') },
    // 666 of the 1737 packages that it has alone, nearly all of them those of kubelet-validate.
    elsewhere: { by: 'kubelet-validate', coldMinutes: 1.4, modules: 505, objects: 950 },
  },
  'network-policies': ours,
  kwok: noHash,
  kubevirt: imagesOnly,
  cdi: imagesOnly,
  metallb: imagesOnly,
  'snapshot-controller': imagesOnly,
  'prometheus-operator': noHash,
  'prometheus-config-reloader': noHash,
  'csi-provisioner': imagesOnly,
  'csi-attacher': imagesOnly,
  'csi-resizer': imagesOnly,
  'csi-livenessprobe': ours,
  'kubevirt-csi-driver': ours,
  prometheus: { built: 'it is built without the clouds and without web pages' },
  'kube-state-metrics': imagesOnly,
  'kubevirt-cloud-controller-manager': ours,
  'ignition-validate': ours,
  nft: ours,
  'kubelet-validate': ours,
  ...forEachOperator(() => imagesOnly),
  helm: { built: 'its output is locked byte by byte, as this build writes it' },
  'kubernetes-1.34': {
    ...kubernetes('1.34.4', {
      amd64:
        '65c75e81e3ea488f6d42b493cad64d7577ddfa1e5372037a1c841ac069039997d359b5b2f2d44e7665bf04c48ed0065cf9d4c9801b1e63bb6a1b099ef00d4863',
      arm64:
        'a1fad7060ed67b5634f32f3256a295179dd887dab5c82b8550c2eb62c69df34cfbb311c8f93e7608d558eba32b9e2ddc23976db39e512fd747cc6bf9b4c1765f',
    }),
    paths: controlPlanePaths,
    elsewhere: { by: 'kubelet-validate-1.34', coldMinutes: 1.4, modules: 385, objects: 950 },
  },
  'kubelet-validate-1.34': ours,
  'kubeone-validate': ours,
  'etcd-clients': noHash,
  restic: noHash,
  versitygw: noHash,
  'metrics-server': noHash,
  'flux-controllers': noHash,
  kubelogin: noHash,
  actionlint: {
    version: '1.7.12',
    publisher: 'actionlint',
    algorithm: 'sha256',
    // Written by actionlint's own release workflow.
    source: {
      repository: 'https://github.com/rhysd/actionlint',
      commit: '1ce6912afb9c280d41f6132dc1d350364b574885',
      path: 'Casks/actionlint.rb',
    },
    mebibytes: 5,
    archives: {
      'linux-amd64': {
        url: actionlintUrl('linux_amd64'),
        hash: '8aca8db96f1b94770f1b0d72b6dddcb1ebb8123cb3712530b08cc387b349a3d8',
      },
      'linux-arm64': {
        url: actionlintUrl('linux_arm64'),
        hash: '325e971b6ba9bfa504672e29be93c24981eeb1c07576d730e9f7c8805afff0c6',
      },
    },
    paths: { actionlint: 'actionlint' },
  },
  cyclonus: ours,
  'kube-node': { built: 'one of its programs, pause, is our own' },
  containerd: noHash,
  runc: noHash,
  'cni-plugins': noHash,
  coredns: { built: "it is built with kubeadm's plugins only" },
};
