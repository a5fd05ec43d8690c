// SPDX-License-Identifier: Apache-2.0

/** Unit test that runs a program that is not Strata's. */
interface RealProgram {
  /** Path of the test, from the root of the repository. */
  readonly test: string;
  readonly program: string;
  /** File that starts the program, and the text in that file that starts it. */
  readonly startedBy: string;
  readonly words: string;
}

/**
 * Unit tests that may prove a row whose state says "proven". End-to-end tests may prove it, too:
 * they run in a sandbox with a real control plane, or at least with a real Pulumi.
 */
export const realPrograms: readonly RealProgram[] = [
  {
    test: 'packages/infra/src/kubeone/render-kubeone-manifest.test.ts',
    program: "kubeone-validate, KubeOne's own loader of manifests",
    startedBy: 'packages/infra/test/loader-path.ts',
    words: "builtTool('kubeone-validate-",
  },
  ...['changed-bridges', 'foreign-bridges', 'host-bridges'].map((name) => ({
    test: `packages/infra/src/profile/${name}.test.ts`,
    program: "ip, on the kernel's own bridges; VLANs and systemd are played",
    startedBy: 'packages/infra/src/profile/testing/host-with-network.ts',
    words: "spawn('unshare'",
  })),
  {
    test: 'packages/kubevirt-stack/src/monitoring/alerts/promtool.test.ts',
    program: 'promtool',
    startedBy: 'packages/kubevirt-stack/src/monitoring/alerts/promtool.test.ts',
    words: "'--only', 'prometheus'",
  },
  {
    test: 'packages/user-cluster/src/access/bastion.test.ts',
    program: 'sshd and ssh',
    startedBy: 'packages/user-cluster/src/access/bastion.test.ts',
    words: 'spawn(sshd',
  },
  {
    test: 'packages/user-cluster/src/backup/real-backup.test.ts',
    program: 'etcd, etcdctl, etcdutl, kube-apiserver, restic and an S3 server',
    startedBy: 'packages/user-cluster/src/backup/testing/servers.ts',
    words: "builtTool(kubernetes, 'kube-apiserver')",
  },
  {
    test: 'packages/user-cluster/src/backup/real-restore-job.test.ts',
    program: 'etcd, etcdutl, kube-apiserver, restic, mke2fs and debugfs',
    startedBy: 'packages/user-cluster/src/backup/testing/servers.ts',
    words: "builtTool(kubernetes, 'kube-apiserver')",
  },
  ...['join-between-phases', 'remove-lost-member'].map((name) => ({
    test: `packages/user-cluster/src/bootstrap/scripts/${name}.test.ts`,
    program: 'etcd',
    startedBy: `packages/user-cluster/src/bootstrap/scripts/${name}.test.ts`,
    words: "builtTool('etcd-",
  })),
  ...['encryption', 'rotation'].map((name) => ({
    test: `packages/user-cluster/src/rotation/real-${name}.test.ts`,
    program: 'etcd, kube-apiserver and kube-controller-manager',
    startedBy: 'packages/user-cluster/src/rotation/testing/lab-machine.ts',
    words: "builtTool(kubernetes, 'kube-apiserver')",
  })),
  {
    test: 'packages/user-cluster/src/rotation/real-authority.test.ts',
    program: 'kubeadm, kubectl, etcd, kube-apiserver and kube-controller-manager',
    startedBy: 'packages/user-cluster/src/rotation/testing/authority-machine.ts',
    words: "builtTool(kubernetes, 'kube-apiserver')",
  },
  {
    test: 'packages/user-cluster/src/rotation/real-control-plane-authorities.test.ts',
    program: 'kubeadm, etcd, etcdctl, kube-apiserver and metrics-server',
    startedBy: 'packages/user-cluster/src/rotation/testing/member-machine.ts',
    words: "builtTool(kubernetes, 'kube-apiserver')",
  },
  {
    test: 'packages/user-cluster/src/control-plane/real-audit.test.ts',
    program: 'etcd and kube-apiserver',
    startedBy: 'packages/user-cluster/src/backup/testing/servers.ts',
    words: "builtTool(kubernetes, 'kube-apiserver')",
  },
  {
    test: 'packages/user-cluster/src/inside/real-definitions.test.ts',
    program: 'etcd, kube-apiserver, Pulumi, its provider of Kubernetes and prometheus-operator',
    startedBy: 'packages/user-cluster/src/inside/real-definitions.test.ts',
    words: "builtTool('pulumi-resource-kubernetes-",
  },
  {
    test: 'packages/user-cluster/src/inside/flux/real-flux.test.ts',
    program: 'etcd, kube-apiserver, source-controller, kustomize-controller and git',
    startedBy: 'packages/user-cluster/src/inside/flux/testing/flux-lab.ts',
    words: "'--only', 'flux-controllers'",
  },
  {
    test: 'packages/user-cluster/src/inside/metrics/real-metrics-server.test.ts',
    program: "etcd, kube-apiserver and metrics-server; the kubelet is the test's",
    startedBy: 'packages/user-cluster/src/inside/metrics/real-metrics-server.test.ts',
    words: "builtTool('metrics-server-",
  },
  {
    test: 'packages/user-cluster/src/oidc/real-oidc.test.ts',
    program: "etcd, kube-apiserver and kube-controller-manager; the issuers are the test's",
    startedBy: 'packages/user-cluster/src/backup/testing/servers.ts',
    words: "builtTool(kubernetes, 'kube-apiserver')",
  },
  {
    test: 'tools/nx-pulumi/src/user-cluster/real-kubectl.test.ts',
    program: 'etcd, kube-apiserver and kubectl; the objects of other products are written by hand',
    startedBy: 'tools/nx-pulumi/src/user-cluster/testing/lab-api.ts',
    words: "builtTool(kubernetes, 'kube-apiserver')",
  },
  {
    test: 'tools/gitops/src/deploy/four-hundred-days.test.ts',
    program: 'promtool',
    startedBy: 'tools/gitops/src/deploy/four-hundred-days.test.ts',
    words: "toolchain.get('prometheus', 'promtool')",
  },
  {
    test: 'tools/prove-restore/src/real-objects.test.ts',
    program: 'etcd, kube-apiserver and kube-controller-manager',
    startedBy: 'tools/prove-restore/src/testing/small-cluster.ts',
    words: "builtTool('kubernetes-",
  },
  ...['real-differences', 'real-restore', 'real-restore-drills', 'real-restored-objects'].map(
    (name) => ({
      test: `tools/prove-restore/src/${name}.test.ts`,
      program: 'etcd, etcdctl, etcdutl, kube-apiserver and restic',
      startedBy: 'tools/prove-restore/src/testing/small-cluster.ts',
      words: "builtTool('kubernetes-",
    }),
  ),
];

/** Returns whether a test file runs a program that is not Strata's. */
export function runsRealPrograms(file: string): boolean {
  return file.startsWith('e2e/src/') || realPrograms.some(({ test }) => test === file);
}
