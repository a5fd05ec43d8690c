// SPDX-License-Identifier: Apache-2.0
import type { ToolBinary } from './tool-types.ts';

const controlPlane = <N extends string>(name: N) =>
  ({
    name,
    package: `k8s.io/kubernetes/cmd/${name}`,
    probe: { args: ['--version'], pattern: /^Kubernetes v(\S+)/m },
  }) as const satisfies ToolBinary;

/** Programs of Kubernetes that are built for every release of it. */
export const controlPlaneBinaries = [
  controlPlane('kube-apiserver'),
  controlPlane('kube-controller-manager'),
  controlPlane('kube-scheduler'),
  controlPlane('kube-proxy'),
  {
    // Sets up the nodes of user clusters.
    name: 'kubeadm',
    package: 'k8s.io/kubernetes/cmd/kubeadm',
    probe: { args: ['version', '-o', 'short'], pattern: /^v(\S+)/m },
  },
] as const satisfies readonly ToolBinary[];

/**
 * Returns the version variables of k8s.io/component-base/version and of its copy in client-go, see
 * hack/lib/version.sh.
 */
export function kubernetesStamps(version: string): Readonly<Record<string, string>> {
  const [major = '', minor = ''] = version.split('.');
  return Object.fromEntries(
    ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((pkg) => [
      [`${pkg}.gitVersion`, `v${version}`],
      [`${pkg}.gitMajor`, major],
      [`${pkg}.gitMinor`, minor],
      [`${pkg}.gitTreeState`, 'clean'],
    ]),
  );
}

const kubevirt = <N extends string>(name: N) =>
  ({ name, package: `kubevirt.io/kubevirt/cmd/${name}` }) as const satisfies ToolBinary;

/** Programs that are built for every release of KubeVirt. */
export const kubevirtBinaries = [
  kubevirt('virt-operator'),
  kubevirt('virt-api'),
  kubevirt('virt-controller'),
  { name: 'manifest-templator', package: 'kubevirt.io/kubevirt/tools/manifest-templator' },
] as const satisfies readonly ToolBinary[];

export const kubevirtStamps = (version: string) => ({
  'kubevirt.io/client-go/version.gitVersion': `v${version}`,
});

const cdiModule = 'kubevirt.io/containerized-data-importer';

const cdi = <N extends string>(name: N) =>
  ({ name, package: `${cdiModule}/cmd/${name}` }) as const satisfies ToolBinary;

/** Programs that are built for every release of CDI. */
export const cdiBinaries = [
  cdi('cdi-operator'),
  cdi('cdi-apiserver'),
  cdi('cdi-controller'),
  cdi('cdi-uploadproxy'),
  { name: 'manifest-generator', package: `${cdiModule}/tools/manifest-generator` },
] as const satisfies readonly ToolBinary[];

export const cdiStamps = (version: string) => ({
  [`${cdiModule}/pkg/version.gitVersion`]: `v${version}`,
});
