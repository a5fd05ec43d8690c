// SPDX-License-Identifier: Apache-2.0
import { contracts, oneMoreExport } from './edit.ts';
import type { Edit } from './edit.ts';

/** Edits of files that one program runs. */
export const editsOfOneProgram: readonly Edit[] = [
  {
    what: 'a key of pools',
    file: 'packages/user-cluster/src/config/pool-fields.ts',
    from: 'maxSurge: wholeNumber(0).default(1)',
    to: 'maxSurge: wholeNumber(0).default(2)',
    reaches: 'user clusters',
  },
  {
    what: 'a script that machines run',
    file: 'packages/user-cluster/src/bootstrap/scripts/bootstrap.sh',
    from: '# SPDX-License-Identifier: Apache-2.0',
    to: '# SPDX-License-Identifier: Apache-2.0\n# It is part of what machines are made of.',
    reaches: 'user clusters',
  },
  {
    what: 'a systemd unit of machines',
    file: 'packages/user-cluster/src/bootstrap/units/kubelet.service',
    from: '[Unit]',
    to: '[Unit]\n# kubelet',
    reaches: 'user clusters',
  },
  {
    what: 'a certificate of the provider plugin',
    file: 'packages/strata-provider/src/keys/certificate-lifecycle.ts',
    ...oneMoreExport,
    reaches: 'user clusters',
  },
  {
    what: 'how the plugin starts',
    file: 'packages/strata-provider/plugin/pulumi-resource-strata',
    from: 'exec node',
    to: 'exec node --no-warnings',
    // Both plugins share the code of their server, so what stands beside it counts for both.
    reaches: 'all',
  },
  {
    what: 'an alert',
    file: 'packages/kubevirt-stack/src/monitoring/alerts/host-alerts.ts',
    from: 'is away',
    to: 'is gone',
    reaches: 'platforms, and what stands on them',
  },
  {
    what: 'a key of alerts',
    file: 'packages/kubevirt-stack/src/config/monitoring-alert-fields.ts',
    from: 'wholeNumber(1).default(60)',
    to: 'wholeNumber(1).default(90)',
    reaches: 'platforms, and what stands on them',
  },
  {
    what: 'what the platform decides about a feature gate',
    file: 'packages/kubevirt-stack/src/virtualization/platform-gates.ts',
    from: 'v1.9.0',
    to: 'v1.9.1',
    reaches: 'platforms, and what stands on them',
  },
  {
    what: 'what loads manifests',
    file: 'packages/manifests/src/load-manifest.ts',
    ...oneMoreExport,
    reaches: 'platforms, and what stands on them',
  },
  {
    what: 'the Pod Security level of an optional operator',
    file: 'packages/addons/src/pod-security.ts',
    ...oneMoreExport,
    reaches: 'optional operators',
  },
  {
    what: 'a key of optional operators',
    file: 'packages/addons/src/config/addons-config.ts',
    ...oneMoreExport,
    reaches: 'optional operators',
  },
];

/** Edits of files that all programs run, or that all programs are run with. */
export const editsOfAll: readonly Edit[] = [
  {
    what: 'the value of a label',
    file: `${contracts}/labels.ts`,
    from: `'strata.dev/pool'`,
    to: `'strata.dev/worker-pool'`,
    reaches: 'all',
  },
  {
    what: 'a script that hosts run',
    file: 'packages/infra/src/profile/kubelet.sh',
    from: "kubelet_folders='",
    to: "# It runs on hosts.\nkubelet_folders='",
    reaches: 'all',
  },
  {
    what: 'what runs KubeOne, a process of its own',
    file: 'packages/infra/src/kubeone/runner/run-apply.ts',
    ...oneMoreExport,
    reaches: 'all',
  },
  {
    what: 'how the command plugin reaches a host',
    file: 'packages/command-plugin/src/remote/ssh-session.ts',
    ...oneMoreExport,
    reaches: 'all',
  },
  {
    what: 'a policy',
    file: 'packages/policies/src/rules.ts',
    ...oneMoreExport,
    reaches: 'all',
  },
  {
    what: 'what is left out of the SDK before a program starts',
    file: 'packages/program-start/src/unused-modules.ts',
    ...oneMoreExport,
    reaches: 'all',
  },
  {
    what: 'the version of a library',
    file: 'package-lock.json',
    from: '"version": "0.1.0"',
    to: '"version": "0.1.1"',
    reaches: 'all',
  },
  {
    what: 'the version of Node',
    file: '.nvmrc',
    from: '24',
    to: '25',
    reaches: 'all',
  },
  {
    what: 'the version of Pulumi',
    file: 'tools/toolchain/pulumi/go.mod',
    from: 'go 1.26',
    to: 'go 1.27',
    reaches: 'all',
  },
  {
    what: "how Pulumi's provider of Kubernetes objects starts",
    file: 'tools/toolchain/pulumi-resource-kubernetes/main.go',
    from: 'provider.Serve("kubernetes"',
    to: 'provider.Serve("kube"',
    reaches: 'all',
  },
  {
    what: 'a file that is no program any more, wherever it is read',
    file: `${contracts}/labels.ts`,
    from: `'strata.dev/pool'`,
    to: `'strata.dev/pool`,
    reaches: 'all',
  },
];
