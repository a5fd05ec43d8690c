// SPDX-License-Identifier: Apache-2.0
import { ownFlags } from '../translate/kubernetes-flags.ts';
import { bookkeeping, commonReasons } from '../translate/left-out.ts';
import type { LeftOut } from '../translate/left-out.ts';

const { inImage, ownTokens, ownUser } = commonReasons;

const ownKubeadm = 'Strata says how kubeadm runs';

const ownLifetimes =
  'certificates have the lifetimes of Strata, and updates of the stack renew them';

const onlyJoin = 'machines of pools only join';

/** Keys of `nodeRegistration`. */
const registration = {
  ignorePreflightErrors: ownKubeadm,
  imagePullPolicy: '',
  imagePullSerial: '',
  name: commonReasons.nodeNames,
  taints: 'a node has its taints from its start on',
} as const;

/** Keys of `initConfiguration` and `joinConfiguration`. */
const phases = {
  apiVersion: '',
  bootstrapTokens: ownTokens,
  caCertPath: '',
  controlPlane: '',
  discovery: ownTokens,
  kind: '',
  localAPIEndpoint: '',
  patches: ownKubeadm,
  skipPhases: ownKubeadm,
  timeouts: '',
} as const;

/** Keys of `clusterConfiguration`. */
const clusterConfiguration = {
  apiServer: ownFlags,
  apiVersion: '',
  caCertificateValidityPeriodDays: ownLifetimes,
  certificateValidityPeriodDays: ownLifetimes,
  certificatesDir: '',
  clusterName: '',
  controlPlaneEndpoint: commonReasons.ownEndpoint,
  controllerManager: ownFlags,
  dns: "CoreDNS is that of kubeadm's version",
  encryptionAlgorithm: 'the algorithm of keys is that of Strata',
  etcd: 'etcd is that of kubeadm, on the control plane: controlPlane.etcdDisk is its disk',
  featureGates: ownKubeadm,
  imageRepository: 'say kubernetes.registries, where images come from a mirror',
  kind: '',
  kubernetesVersion: '',
  scheduler: ownFlags,
} as const;

/** Returns a table whose paths are below another one. */
const below = (path: string, reasons: LeftOut): LeftOut =>
  Object.fromEntries(Object.entries(reasons).map(([key, reason]) => [`${path}.${key}`, reason]));

/**
 * Returns the keys of a `KubeadmConfigSpec`, in v1beta1 and v1beta2, by its path in an object.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/bootstrap/kubeadm/v1beta1/kubeadmconfig_types.go `KubeadmConfigSpec`
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/bootstrap/kubeadm/v1beta2/kubeadmconfig_types.go `KubeadmConfigSpec`
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/bootstrap/kubeadm/v1beta2/kubeadm_types.go `ClusterConfiguration`
 */
function leftOutOfKubeadm(path: string): LeftOut {
  return below(path, {
    bootCommands: inImage,
    diskSetup: inImage,
    ...below('clusterConfiguration', clusterConfiguration),
    format: '',
    ignition: inImage,
    ...below('initConfiguration', phases),
    ...below('initConfiguration.nodeRegistration', registration),
    ...below('joinConfiguration', phases),
    ...below('joinConfiguration.nodeRegistration', registration),
    mounts: inImage,
    'ntp.enabled': '',
    postKubeadmCommands: inImage,
    preKubeadmCommands: inImage,
    useExperimentalRetryJoin: '',
    users: ownUser,
    'users.passwd': commonReasons.noPasswords,
    'users.passwdFrom': commonReasons.noPasswords,
    verbosity: '',
  });
}

/** Path of the `KubeadmConfigSpec` of a KubeadmControlPlane. */
export const controlPlaneConfigPath = 'spec.kubeadmConfigSpec';

/** Path of the `KubeadmConfigSpec` of a KubeadmConfigTemplate. */
export const workerConfigPath = 'spec.template.spec';

/** Keys of the `KubeadmConfigSpec` of a KubeadmControlPlane. */
export const leftOutOfControlPlaneConfigs = leftOutOfKubeadm(controlPlaneConfigPath);

/** Keys of a KubeadmConfigTemplate. */
export const leftOutOfWorkerConfigs: LeftOut = {
  ...bookkeeping,
  'metadata.name': '',
  'spec.template.metadata': '',
  ...leftOutOfKubeadm(workerConfigPath),
  [`${workerConfigPath}.clusterConfiguration`]: onlyJoin,
  [`${workerConfigPath}.initConfiguration`]: onlyJoin,
};
