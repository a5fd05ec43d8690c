// SPDX-License-Identifier: Apache-2.0
import type {
  V1DomainSpec,
  V1Probe,
  V1VirtualMachineSpec,
} from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import type { DrainConfig } from '../config/index.ts';
import type { MachineArgs } from './machine-args.ts';
import { machineLabels } from './machine-labels.ts';
import { renderDisks } from './render-disks.ts';
import { podBinding, renderDns, renderInterfaces } from './render-network.ts';
import { renderScheduling } from './render-scheduling.ts';

/** Seconds for everything of the operating system that stops after the kubelet. */
const shutdownMarginSeconds = 30;

/** Returns how many seconds KubeVirt waits for a VM to shut down before it cuts the VM off. */
export function gracePeriodSeconds({ timeoutSeconds, shutdownSeconds }: DrainConfig): number {
  return timeoutSeconds + shutdownSeconds + shutdownMarginSeconds;
}

/** Returns how many minutes VMs that are deleted at once take at most to drain their nodes and shut down. */
export function shutdownMinutes(drain: DrainConfig): number {
  return Math.ceil(gracePeriodSeconds(drain) / 60);
}

/** Probe with its port, a number or a name, which the generated type lacks. */
interface PortProbe extends V1Probe {
  readonly tcpSocket: { readonly port: number; readonly host?: string };
}

/** Probe with its question to an API server, which the generated type lacks. */
interface HttpProbe extends V1Probe {
  readonly httpGet: { readonly scheme: 'HTTPS'; readonly port: number; readonly path: string };
}

/**
 * Renders when a VM is ready: as soon as it answers, and until it has not answered for half a minute. Of
 * a worker an open port is enough. The port of an API server is open before the server can serve, and
 * stays open when it cannot read Secrets or has lost etcd; then no other VM may be replaced, and no
 * client may be led to it. It is asked without a certificate or token, as the kubelet in the VM asks it.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/controlplane/manifests.go (ReadinessProbe)
 */
function readinessProbe({ readinessPort: port, role }: MachineArgs): PortProbe | HttpProbe {
  const isApi = role === 'control-plane';
  return {
    ...(isApi ? { httpGet: { scheme: 'HTTPS', port, path: '/readyz' } } : { tcpSocket: { port } }),
    initialDelaySeconds: 5,
    periodSeconds: 5,
    timeoutSeconds: isApi ? 5 : 3,
    failureThreshold: 6,
    successThreshold: 1,
  };
}

/** Seconds between two looks at the port of a VM that is restarted when it is closed for long. */
const lookEverySeconds = 10;

/**
 * Renders when KubeVirt restarts a VM: once its port has been closed for long enough.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/services/rendercontainer.go (WithLivelinessProbe)
 */
function livenessProbe(
  port: number,
  { bootSeconds, unreachableSeconds }: NonNullable<MachineArgs['autoRestart']>,
): PortProbe {
  return {
    tcpSocket: { port },
    initialDelaySeconds: bootSeconds,
    periodSeconds: lookEverySeconds,
    timeoutSeconds: 3,
    failureThreshold: Math.ceil(unreachableSeconds / lookEverySeconds),
    successThreshold: 1,
  };
}

/** Renders CPUs and memory of a VM without an instancetype: every CPU is a socket. */
function renderSize({ cpu, memoryGiB, memoryMiB }: MachineArgs['machine']): Partial<V1DomainSpec> {
  const gib = memoryGiB === undefined ? undefined : `${memoryGiB}Gi`;
  const memory = memoryMiB === undefined ? gib : `${memoryMiB}Mi`;
  return {
    ...(cpu !== undefined && { cpu: { sockets: cpu, cores: 1, threads: 1 } }),
    ...(memory !== undefined && { memory: { guest: memory } }),
  };
}

/** Returns the annotations of a running VM that KubeVirt reads. */
function instanceAnnotations({ role, machine, config }: MachineArgs): Record<string, string> {
  return {
    // KubeVirt checks whether it exists, not its value.
    ...(config.network.ipPreservingCni &&
      podBinding(role, config.network) === 'bridge' && {
        'kubevirt.io/allow-pod-bridge-network-live-migration': 'true',
      }),
    // KubeVirt from 1.6.4 on can lose its Ignition arguments of QEMU when it places devices.
    ...(machine.cloudInit === 'ignition' && {
      'kubevirt.io/placePCIDevicesOnRootComplex': 'true',
    }),
  };
}

/**
 * Renders one VM, of a pool or of the control plane. The object around it gives it its name, which is
 * also its host name and its node's name.
 *
 * @see https://kubevirt.io/api-reference/v1.8.4/definitions.html#_v1_virtualmachinespec
 */
export function renderMachine(args: MachineArgs): V1VirtualMachineSpec {
  const { autoRestart, machine, group, readinessPort } = args;
  const { dataVolumeTemplates, disks, volumes } = renderDisks(args);
  const { interfaces, networks } = renderInterfaces(args);
  const annotations = instanceAnnotations(args);
  const { instancetype } = machine;
  return {
    runStrategy: 'Always',
    ...(instancetype !== undefined && {
      instancetype: { kind: 'VirtualMachineClusterInstancetype', name: instancetype },
    }),
    preference: { kind: 'VirtualMachineClusterPreference', name: machine.preference },
    ...(dataVolumeTemplates.length > 0 && { dataVolumeTemplates }),
    template: {
      metadata: {
        labels: machineLabels(args),
        ...(Object.keys(annotations).length > 0 && { annotations }),
      },
      spec: {
        evictionStrategy: machine.evictionStrategy,
        terminationGracePeriodSeconds: gracePeriodSeconds(machine.drain),
        readinessProbe: readinessProbe(args),
        ...(autoRestart !== undefined && {
          livenessProbe: livenessProbe(readinessPort, autoRestart),
        }),
        ...renderScheduling(machine.scheduling, group),
        ...renderDns(args),
        domain: {
          ...renderSize(machine),
          devices: { disks, interfaces },
        },
        networks,
        volumes,
      },
    },
  };
}
