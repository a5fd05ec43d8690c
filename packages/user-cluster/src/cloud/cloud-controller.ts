// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';
import type { apps, types } from '@pulumi/kubernetes';
import { infraControllers } from '@strata/contracts/accounts';
import type { ClusterContext } from '../cluster-context.ts';
import { renderCloudConfig } from './cloud-config.ts';
import { cloudClusterRights, cloudRights } from './cloud-rights.ts';
import {
  followsHosts,
  hostFollowerFiles,
  hostFollowerVolume,
  renderHostFollower,
} from './host-follower.ts';
import { createInfraController, tenantKubeconfig, tenantVolume } from './infra-controller.ts';
import type { ControllerArgs } from './infra-controller.ts';
import { restrictedContainer, restrictedPod } from './restricted-pod.ts';
import { tenantImage } from './tenant-images.ts';

/** Name of the controller, and of its Lease in the user cluster. */
const component = infraControllers.cloud;
const configMap = 'cloud-config';

/** Port of HTTPS, with a certificate of its own; `/healthz` needs no credentials. */
const healthPort = 10258;

/**
 * Number of Services that the controller works on at a time. A Service of type LoadBalancer that gets no
 * address keeps a worker for as long as the controller polls. With the one worker that is upstream's
 * default, no other Service of the cluster gets an address meanwhile, and none is removed. The number is
 * that of load balancers in the default quota.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/pkg/provider/loadbalancer.go EnsureLoadBalancer
 */
const serviceWorkers = 10;

/**
 * Makes the cloud controller manager of a user cluster: it links each node to its VM, and makes a
 * Service of the infra cluster for each Service of type LoadBalancer.
 *
 * It needs the API of the user cluster, and its rights there. Nodes take pods only once it has linked
 * them to their VMs.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt
 */
export function createCloudController(
  name: string,
  args: ControllerArgs,
  options: pulumi.CustomResourceOptions = {},
): apps.v1.Deployment {
  const { config } = args;
  return createInfraController(
    name,
    {
      ...args,
      former: 'user-cluster:CloudController',
      names: { component, account: component, configMap },
      rights: cloudRights(config.cloud),
      clusterRights: cloudClusterRights(config.cloud),
      settings: {
        'cloud-config': renderCloudConfig(args),
        ...(followsHosts(config.cloud) && hostFollowerFiles(config.cloud)),
      },
      pod: renderPod(args),
    },
    options,
  );
}

function renderPod({ cluster, config, platform }: ClusterContext): types.input.core.v1.PodSpec {
  const { cloud } = config;
  const follows = followsHosts(cloud);
  const settings = { name: 'config', mountPath: '/etc/cloud', readOnly: true };
  const check = { path: '/healthz', port: healthPort, scheme: 'HTTPS' };
  return {
    securityContext: restrictedPod,
    containers: [
      {
        name: component,
        image: tenantImage(platform, 'cloud-controller-manager'),
        command: ['/bin/kubevirt-cloud-controller-manager'],
        args: [
          '--cloud-provider=kubevirt',
          '--cloud-config=/etc/cloud/cloud-config',
          `--kubeconfig=${tenantKubeconfig}`,
          // Value of the label by which load balancers select VMs.
          `--cluster-name=${cluster}`,
          // The user cluster must not decide who may read the controller's metrics.
          '--authentication-skip-lookup=true',
          '--leader-elect=true',
          `--concurrent-service-syncs=${serviceWorkers}`,
          // How soon a node has the address of the pod that its VM has moved to. @default 5m
          '--node-status-update-frequency=10s',
        ],
        ports: [{ name: 'health', containerPort: healthPort }],
        livenessProbe: { httpGet: check, initialDelaySeconds: 20, periodSeconds: 20 },
        resources: { requests: { cpu: '20m', memory: '64Mi' }, limits: { memory: '256Mi' } },
        securityContext: restrictedContainer,
        volumeMounts: [settings, tenantVolume],
      },
      ...(follows ? [renderHostFollower(platform, cloud, settings)] : []),
    ],
    volumes: [
      { name: settings.name, configMap: { name: configMap } },
      ...(follows ? [hostFollowerVolume] : []),
    ],
  };
}
