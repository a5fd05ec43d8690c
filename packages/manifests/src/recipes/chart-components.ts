// SPDX-License-Identifier: Apache-2.0
import type { Component } from './component.ts';

/**
 * Newest Kubernetes minor that every release of the platform supports. Templates hardly depend on
 * it.
 */
const kubeVersion = '1.34.0';

/** Tolerations of workloads that belong on the hosts of the control plane. */
const onControlPlane = [
  { key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' },
];

const sriovImages = 'ghcr.io/k8snetworkplumbingwg';
const sriovTag = 'v1.6.0';
const gpuTag = 'v26.3.3';

/**
 * Value for operands that this platform does not use: a GPU belongs to a VM, whose own operating
 * system drives it.
 */
const off = { enabled: false };

/**
 * Optional operators, installed from their own charts. Only values that differ from the chart's
 * defaults are here.
 */
export const chartComponents = {
  /** Labels hosts with what their hardware can do. @see https://kubernetes-sigs.github.io/node-feature-discovery/v0.19/deployment/helm.html */
  'node-feature-discovery': [
    {
      name: 'node-feature-discovery',
      version: '0.19.0',
      sources: [
        {
          from: 'chart',
          module: 'sigs.k8s.io/node-feature-discovery',
          path: 'deployment/helm/node-feature-discovery',
          release: 'node-feature-discovery',
          namespace: 'node-feature-discovery',
          kubeVersion,
          values: {
            // A hook that removes the labels when Helm uninstalls the chart.
            postDeleteCleanup: false,
            master: {
              tolerations: onControlPlane,
              // GPU and SR-IOV operators select hosts by labels of these vendors.
              config: { extraLabelNs: ['nvidia.com'] },
            },
            worker: {
              tolerations: onControlPlane,
              // Same values as in the GPU operator's own copy of this chart: network, display and
              // accelerator devices, labelled by vendor (`pci-10de.present`).
              config: {
                sources: {
                  pci: {
                    deviceClassWhitelist: ['02', '0200', '0207', '0300', '0302', '12'],
                    deviceLabelFields: ['vendor'],
                  },
                },
              },
            },
          },
        },
      ],
      file: 'node-feature-discovery',
    },
  ],
  /** Virtual functions of network cards. @see https://github.com/k8snetworkplumbingwg/sriov-network-operator */
  'sriov-network-operator': [
    {
      name: 'sriov-network-operator',
      version: '1.6.0',
      sources: [
        {
          from: 'chart',
          module: 'github.com/k8snetworkplumbingwg/sriov-network-operator',
          path: 'deployment/sriov-network-operator-chart',
          release: 'sriov-network-operator',
          namespace: 'sriov-network-operator',
          kubeVersion,
          values: {
            // The chart in the module names images without tags. The release workflow sets the
            // newest tag that each plugin has on that day (hack/release/chart-update.sh), and keeps
            // no list. The tags of sriov-cni and of the device plugin are the newest releases that
            // were tested with 1.6.0. The tag of ib-sriov-cni, which serves only InfiniBand, is an
            // older release that is only known to exist: nothing says that it was tested with
            // 1.6.0.
            images: {
              operator: `${sriovImages}/sriov-network-operator:${sriovTag}`,
              sriovConfigDaemon: `${sriovImages}/sriov-network-operator-config-daemon:${sriovTag}`,
              sriovCni: `${sriovImages}/sriov-cni:v2.9.0`,
              ibSriovCni: `${sriovImages}/ib-sriov-cni:v1.1.1`,
              sriovDevicePlugin: `${sriovImages}/sriov-network-device-plugin:v3.9.0`,
              // An empty value leaves the plugin out of the daemon set; VMs get the virtual
              // function itself, by VFIO.
              ovsCni: '',
              rdmaCni: '',
              // Images of parts that are switched off below, or by a feature gate that is off.
              webhook: '',
              resourcesInjector: '',
              metricsExporter: '',
              metricsExporterKubeRbacProxy: '',
            },
            // Both webhooks need certificates, which the chart takes from cert-manager or from
            // values; packages/addons/src/check-sriov-policies.ts checks policies instead.
            operator: { admissionControllers: { enabled: false } },
            // The operator does nothing without this object.
            sriovOperatorConfig: { deploy: true },
          },
        },
      ],
      file: 'sriov-network-operator',
      otherImages: [
        `${sriovImages}/ib-sriov-cni:v1.1.1`,
        `${sriovImages}/sriov-cni:v2.9.0`,
        `${sriovImages}/sriov-network-device-plugin:v3.9.0`,
      ],
      // Multus installs it.
      omits: [
        {
          kind: 'CustomResourceDefinition',
          name: 'network-attachment-definitions.k8s.cni.cncf.io',
        },
      ],
    },
  ],
  /** GPUs for VMs. @see https://docs.nvidia.com/datacenter/cloud-native/gpu-operator/latest/gpu-operator-kubevirt.html */
  'gpu-operator': [
    {
      name: 'gpu-operator',
      version: '26.3.3',
      sources: [
        {
          from: 'chart',
          module: 'github.com/NVIDIA/gpu-operator',
          // The commit of the tag v26.3.3: a tag that does not follow Go's rules is no module
          // version.
          moduleVersion: 'v1.8.3-0.20260623223607-b0a49c0e7b2e',
          package: 'github.com/NVIDIA/gpu-operator/internal/consts',
          path: 'deployments/gpu-operator',
          release: 'gpu-operator',
          namespace: 'gpu-operator',
          kubeVersion,
          values: {
            // The chart in the module says `main-latest`; the release workflow sets these values.
            operator: { version: gpuTag, upgradeCRD: false, cleanupCRD: false },
            validator: { version: gpuTag },
            // Installed as an operator of its own, since others read its labels as well.
            nfd: { enabled: false },
            // VMs get whole GPUs unless a host's label says otherwise.
            sandboxWorkloads: {
              enabled: true,
              defaultWorkload: 'vm-passthrough',
              mode: 'kubevirt',
            },
            // Parts for containers. (The tag of the driver's image names the host's operating
            // system, so it cannot be known, locked or mirrored.)
            driver: off,
            toolkit: off,
            devicePlugin: off,
            dcgmExporter: off,
            gfd: off,
            migManager: off,
            // Parts for vGPUs, whose driver is licensed and in no public registry.
            vgpuDeviceManager: off,
            // Parts for Kata Containers.
            ccManager: off,
            kataSandboxDevicePlugin: off,
          },
        },
      ],
      file: 'gpu-operator',
      otherImages: [
        'nvcr.io/nvidia/cloud-native/k8s-driver-manager:v0.11.0',
        'nvcr.io/nvidia/kubevirt-gpu-device-plugin:v1.5.0',
      ],
    },
  ],
  /** Moves VMs off hosts that are fuller than others. @see https://github.com/kubernetes-sigs/descheduler/tree/v0.36.0/charts/descheduler */
  descheduler: [
    {
      name: 'descheduler',
      version: '0.36.0',
      sources: [
        {
          from: 'chart',
          module: 'sigs.k8s.io/descheduler',
          path: 'charts/descheduler',
          release: 'descheduler',
          namespace: 'descheduler',
          kubeVersion,
          values: {
            kind: 'Deployment',
            deschedulingInterval: '5m',
            // The chart in the module still names 0.35.0.
            image: { tag: 'v0.36.0' },
            // Required by the Pod Security level `restricted`.
            podSecurityContext: { seccompProfile: { type: 'RuntimeDefault' } },
            // KubeVirt answers an eviction with a live migration. With this gate the descheduler
            // waits for it, as KubeVirt's annotation `request-evict-only` on launchers asks.
            cmdOptions: { v: 3, 'feature-gates': 'EvictionsInBackground=true' },
            deschedulerPolicy: {
              // KubeVirt migrates at most two VMs of a host and five of the cluster at once.
              maxNoOfPodsToEvictPerNode: 2,
              maxNoOfPodsToEvictTotal: 5,
              profiles: [
                {
                  name: 'relieve-and-migrate',
                  pluginConfig: [
                    {
                      name: 'DefaultEvictor',
                      args: {
                        // Only VMs: the few other workloads on the infra cluster are placed by
                        // hand.
                        labelSelector: { matchLabels: { 'kubevirt.io': 'virt-launcher' } },
                        // Only namespaces in which all VMs can live-migrate: KubeVirt permits the
                        // eviction of a VM that cannot (LiveMigrateIfPossible), and the VM is shut
                        // down.
                        namespaceLabelSelector: {
                          matchLabels: { 'strata.dev/live-migrates': 'true' },
                        },
                        // Evict only when another host has room.
                        nodeFit: true,
                        // A launcher has emptyDir volumes, but no important data in them.
                        podProtections: { defaultDisabled: ['PodsWithLocalStorage'] },
                      },
                    },
                    {
                      name: 'LowNodeUtilization',
                      args: {
                        // Thresholds are relative to the mean of all hosts, so that nothing is
                        // evicted in a full cluster.
                        useDeviationThresholds: true,
                        thresholds: { cpu: 10, memory: 10 },
                        targetThresholds: { cpu: 10, memory: 10 },
                      },
                    },
                    {
                      name: 'RemovePodsViolatingNodeAffinity',
                      args: {
                        nodeAffinityType: ['requiredDuringSchedulingIgnoredDuringExecution'],
                      },
                    },
                    { name: 'RemovePodsViolatingNodeTaints' },
                    { name: 'RemovePodsViolatingInterPodAntiAffinity' },
                    { name: 'RemovePodsViolatingTopologySpreadConstraint' },
                  ],
                  plugins: {
                    balance: {
                      enabled: [
                        'LowNodeUtilization',
                        'RemovePodsViolatingTopologySpreadConstraint',
                      ],
                    },
                    deschedule: {
                      enabled: [
                        'RemovePodsViolatingNodeAffinity',
                        'RemovePodsViolatingNodeTaints',
                        'RemovePodsViolatingInterPodAntiAffinity',
                      ],
                    },
                  },
                },
              ],
            },
          },
        },
      ],
      file: 'descheduler',
    },
  ],
  /** Addresses for second networks, unique in the cluster. @see https://github.com/k8snetworkplumbingwg/whereabouts */
  whereabouts: [
    {
      name: 'whereabouts',
      version: '0.9.4',
      sources: [
        {
          from: 'chart',
          module: 'github.com/k8snetworkplumbingwg/whereabouts',
          path: 'deployment/whereabouts-chart',
          release: 'whereabouts',
          namespace: 'whereabouts',
          kubeVersion,
          values: {
            fullnameOverride: 'whereabouts',
            // The chart's default is kube-system, whose Pod Security level Strata must not set.
            namespaceOverride: 'whereabouts',
            // The chart in the module names v0.8.0; the release workflow sets the tag.
            image: { tag: 'v0.9.4' },
            // Part of an experimental mode that no attachment template uses.
            nodeSliceController: { enabled: false },
          },
        },
      ],
      file: 'whereabouts',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Component[]>>;
