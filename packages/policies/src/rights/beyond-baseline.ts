// SPDX-License-Identifier: Apache-2.0
import {
  at,
  containersOf,
  listOf,
  podAnnotationsOf,
  podSpecOf,
  textOf,
  textsOf,
} from '../resource/index.ts';
import type { Container, Json, JsonObject, Subject } from '../resource/index.ts';

// Pod Security has a file for each check:
// https://github.com/kubernetes/pod-security-admission/tree/v0.35.4/policy

/** Namespaces of the node that a pod can share; check_hostNamespaces.go. */
const shared = ['hostNetwork', 'hostPID', 'hostIPC'] as const;

/** Capabilities that a container may add; check_capabilities_baseline.go. */
const harmlessCapabilities = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

/** Kernel parameters that a pod may set; check_sysctls.go. */
const harmlessSysctls = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.tcp_wmem',
]);

/** Profiles of seccomp and AppArmor; check_seccompProfile_baseline.go, check_appArmorProfile.go. */
const harmlessProfiles = ['RuntimeDefault', 'Localhost'];

/** SELinux types; check_seLinuxOptions.go. */
const harmlessTypes = [
  '',
  'container_t',
  'container_init_t',
  'container_kvm_t',
  'container_engine_t',
];

/** Beginning of an annotation that names the AppArmor profile of a container; check_appArmorProfile.go. */
const profileAnnotation = 'container.apparmor.security.beta.kubernetes.io/';
const harmlessAnnotation = /^$|^runtime\/default$|^localhost\//;

/** Fields of a container that make its node connect to an address; check_hostProbesAndhostLifecycle.go. */
const handlers: readonly (readonly string[])[] = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
];

/** Returns how a security context, of a pod or of a container, lowers the walls around its processes. */
function ofContext(name: string, context: Json | undefined): readonly string[] {
  const profiles = ['seccompProfile', 'appArmorProfile'].flatMap((key) => {
    const type = textOf(at(context, key, 'type'));
    return type === undefined || harmlessProfiles.includes(type)
      ? []
      : [`${name} has ${key} ${type}`];
  });
  const selinux = ['type', 'user', 'role'].flatMap((key) => {
    const value = textOf(at(context, 'seLinuxOptions', key)) ?? '';
    const isHarmless = key === 'type' ? harmlessTypes.includes(value) : value === '';
    return isHarmless ? [] : [`${name} has the SELinux ${key} ${value}`];
  });
  const isHostProcess = at(context, 'windowsOptions', 'hostProcess') === true;
  return [
    ...profiles,
    ...selinux,
    ...(isHostProcess ? [`${name} is a process of a Windows host`] : []),
  ];
}

function ofContainer({ name, spec }: Container): readonly string[] {
  const context = at(spec, 'securityContext');
  const added = textsOf(at(context, 'capabilities', 'add'));
  const powers = added
    .map((one) => one.replace(/^CAP_/, ''))
    .filter((one) => !harmlessCapabilities.has(one));
  const procMount = textOf(at(context, 'procMount')) ?? 'Default';
  const probed = handlers.flatMap((path) =>
    ['httpGet', 'tcpSocket'].flatMap((kind) => textOf(at(spec, ...path, kind, 'host')) ?? []),
  );
  return [
    ...(at(context, 'privileged') === true ? [`${name} is privileged`] : []),
    ...(powers.length > 0 ? [`${name} adds ${powers.join(', ')}`] : []),
    ...listOf(at(spec, 'ports')).flatMap((port) => {
      const hostPort = at(port, 'hostPort');
      return typeof hostPort === 'number' && hostPort !== 0
        ? [`${name} has hostPort ${hostPort}`]
        : [];
    }),
    // check_procMount_baseline.go
    ...(procMount === 'Default' ? [] : [`${name} has procMount ${procMount}`]),
    ...ofContext(name, context),
    ...probed
      .filter((host) => host !== '')
      .map((host) => `${name} makes its node connect to ${host}`),
  ];
}

function ofPod(pod: JsonObject): readonly string[] {
  const paths = listOf(pod.volumes).filter((volume) => at(volume, 'hostPath') !== undefined);
  const names = paths.map((volume) => at(volume, 'name')).filter((one) => typeof one === 'string');
  const sysctls = listOf(at(pod.securityContext, 'sysctls'))
    .flatMap((one) => textOf(at(one, 'name')) ?? [])
    .filter((one) => !harmlessSysctls.has(one));
  return [
    ...shared.filter((key) => pod[key] === true).map((key) => `it has ${key}`),
    ...(names.length > 0 ? [`volume ${names.join(', ')} is a hostPath`] : []),
    ...(sysctls.length > 0 ? [`it sets ${sysctls.join(', ')}`] : []),
    ...ofContext('it', pod.securityContext),
    ...containersOf(pod).flatMap(ofContainer),
  ];
}

/**
 * Returns everything of a workload's pods that the level `baseline` of Pod Security refuses, as
 * Kubernetes 1.34 does: 1.35 allows more to pods with users of their own.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
 */
export function beyondBaseline(subject: Pick<Subject, 'type' | 'object'>): readonly string[] {
  const profiles = Object.entries(podAnnotationsOf(subject)).flatMap(([key, value]) => {
    const profile = textOf(value) ?? '';
    return key.startsWith(profileAnnotation) && !harmlessAnnotation.test(profile)
      ? [`${key.slice(profileAnnotation.length)} has the AppArmor profile ${profile}`]
      : [];
  });
  return [...ofPod(podSpecOf(subject)), ...profiles];
}
