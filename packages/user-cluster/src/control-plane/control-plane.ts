// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { annotationKeys, waitingFor } from '@strata/contracts';
import { controlPlaneBootstrap, createUserData, etcdDisk } from '../bootstrap/index.ts';
import type { BootstrapKeys, MachineParts } from '../bootstrap/index.ts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import type { MachineConfig } from '../config/index.ts';
import {
  apiPort,
  controlPlaneGroup,
  createDisruptionBudget,
  hotplugPaths,
  machineAnnotations,
  machineLabels,
  renderMachine,
  shutdownMinutes,
} from '../machines/index.ts';
import { fingerprintsAnnotation, keysAnnotation } from '../rotation/index.ts';
import { etcdDiskName } from '../update/index.ts';
import { createEtcdDisk } from './etcd-disk.ts';
import { controlPlaneMachine, peerNetworkData } from './peer-network.ts';

/** Arguments of {@link ControlPlane}. */
export interface ControlPlaneArgs extends ClusterContext {
  readonly keys: BootstrapKeys;
  /** @default each by itself */
  readonly contents?: NamespaceContents;
  /** Resource that must be done before the first VM is changed. @default nothing */
  readonly after?: pulumi.Resource | undefined;
}

/** Input of one control-plane VM. */
interface Node {
  readonly index: number;
  readonly machine: MachineConfig;
  /** Previous VM, or what comes before all: it is ready before this one is touched. */
  readonly previous: pulumi.Resource | undefined;
}

/**
 * VMs that run the cluster's API, and the disks that outlive them.
 *
 * A VM is never changed, only replaced: KubeVirt would take on a changed template at the next restart,
 * and nobody would restart it. So a new generation deletes the VM, which drains its node and shuts down,
 * and makes another of the same name, with a fresh root disk and its old disk of etcd. VMs are replaced
 * one after the other: the next one is touched once the API of the last one answers. While a single VM
 * is replaced, the API is away; workloads in the cluster keep running.
 *
 * A control plane grows from one VM to three in the same way: the first is replaced by one with an
 * interface among peers, and then the others are made and join.
 *
 * @see docs/decisions/0056-a-control-plane-grows.md
 * @see docs/decisions/0011-nodes-are-replaced-not-upgraded.md
 */
export class ControlPlane extends pulumi.ComponentResource {
  /** Names of the VMs, which are also host names and node names. */
  readonly machines: readonly string[];
  /** Generations of the VMs, in the same order. */
  readonly generations: pulumi.Output<readonly string[]>;

  constructor(name: string, args: ControlPlaneArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:ControlPlane', name, {}, options);
    const { controlPlane } = args.config;
    const { replicas } = controlPlane;
    const machine = controlPlaneMachine(controlPlane);
    this.machines = Array.from({ length: replicas }, (_, index) => machineName(index));
    let previous = args.after;
    const generations: pulumi.Output<string>[] = [];
    for (const index of this.machines.keys()) {
      const made = this.createMachine(name, args, { index, machine, previous });
      previous = made.resource;
      generations.push(made.generation);
      // Before there are two, the budget would keep drains from the only one.
      if (index === 1) this.createBudget(`${name}-budget`, args, made.resource);
    }
    this.generations = pulumi.all(generations);
    this.registerOutputs({ machines: this.machines });
  }

  private createBudget(name: string, args: ControlPlaneArgs, after: pulumi.Resource) {
    const { environment, cluster, namespace, config, contents } = args;
    const { replicas } = config.controlPlane;
    createDisruptionBudget(
      name,
      { environment, cluster, namespace, replicas, group: controlPlaneGroup, maxUnavailable: 1 },
      { parent: this, dependsOn: after, ...contents },
    );
  }

  private createMachine(name: string, args: ControlPlaneArgs, node: Node) {
    const { keys, ...context } = args;
    const { index, previous } = node;
    const own = machineName(index);
    const disk = createEtcdDisk(
      name,
      { ...context, machine: own },
      { parent: this, dependsOn: before(etcdDiskName(own), args, previous) },
    );
    const networkData = peerNetworkData(args.config.controlPlane, index, args.platform);
    const parts: MachineParts = {
      ...context,
      role: 'control-plane',
      group: controlPlaneGroup,
      machine: node.machine,
      readinessPort: apiPort,
      index,
      persistentDisks: [{ name: 'etcd', dataVolume: etcdDiskName(own), serial: etcdDisk.serial }],
    };
    const { secret, secretName, generation } = createUserData(
      `${name}-${own}-userdata`,
      {
        machine: parts,
        bootstrap: controlPlaneBootstrap(context, node, keys),
        networkData,
        annotations: recordOf(args),
      },
      { parent: this, ...context.contents },
    );
    const rendered = pulumi.all([secretName, generation]).apply(([userDataSecret, value]) => {
      const whole = { ...parts, generation: value, userDataSecret };
      return {
        labels: machineLabels(whole),
        spec: renderMachine({ ...whole, networkData: networkData !== undefined }),
      };
    });
    const resource = new apiextensions.CustomResource(
      `${name}-${own}`,
      {
        apiVersion: 'kubevirt.io/v1',
        kind: 'VirtualMachine',
        metadata: {
          name: own,
          namespace: context.namespace,
          labels: rendered.labels,
          annotations: annotationsOf(args),
        },
        spec: rendered.spec,
      },
      {
        parent: this,
        dependsOn: [disk, secret, ...(previous === undefined ? [] : [previous])],
        // The generation is one of the labels.
        replaceOnChanges: ['metadata.labels'],
        deleteBeforeReplace: true,
        ignoreChanges: [...hotplugPaths],
        customTimeouts: timeouts(node.machine),
      },
    );
    return { resource, generation };
  }
}

/**
 * Returns what comes before a disk of etcd: before a new one the previous VM, so that a control plane
 * that has begun to grow can go back as long as no other VM has a disk.
 */
function before(disk: string, { etcdDisks = [] }: ControlPlaneArgs, previous?: pulumi.Resource) {
  return previous === undefined || etcdDisks.some(({ name }) => name === disk) ? [] : [previous];
}

/** Returns the timeouts of a VM, which drains its node before it goes. */
function timeouts({ drain }: MachineConfig): pulumi.CustomTimeouts {
  return { create: '40m', update: '40m', delete: `${shutdownMinutes(drain) + 10}m` };
}

/** Returns the annotations of a VM and of its Secret that record its keys. */
function recordOf({ config, keys }: ControlPlaneArgs) {
  return { ...keysAnnotation(config.keys), ...fingerprintsAnnotation(keys.fingerprints) };
}

/** Returns the annotations of a VM, with what later updates read there. */
function annotationsOf(args: ControlPlaneArgs) {
  return {
    ...machineAnnotations,
    ...waitingFor('condition=Ready'),
    [annotationKeys.kubernetes]: args.config.kubernetes.version,
    ...recordOf(args),
  };
}

const machineName = (index: number) => `${controlPlaneGroup}-${index}`;
