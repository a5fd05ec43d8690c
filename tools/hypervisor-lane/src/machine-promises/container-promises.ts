// SPDX-License-Identifier: Apache-2.0
import type { MachinePromise } from './promise.ts';

const environment = 'kubelet/environment.ts';
const volumes = ['kubelet/volumes.ts', 'kubelet/pod-volumes.ts'];
const root = 'kubelet/container-root.sh';

/** Containers of pods, seen from the machine that they run on. */
export const containerPromises: readonly MachinePromise[] = [
  {
    check: 'service_variables',
    played: [environment],
    upstream: 'kubernetes pkg/kubelet/envvars/envvars.go makeLinkVariables',
    expects: 'containers have all variables of the Service kubernetes',
  },
  {
    check: 'runtime_variables',
    played: [environment],
    upstream: 'containerd internal/cri/server/container_create.go hostnameEnv',
    expects: 'containers have PATH and HOSTNAME',
  },
  {
    check: 'expanded_arguments',
    played: [environment],
    upstream: 'kubernetes third_party/forked/golang/expansion/expand.go Expand',
    expects: 'no argument has $(NAME) of a variable that the pod sets',
  },
  {
    check: 'container_devices',
    played: [root],
    upstream: 'containerd pkg/oci/mounts.go /dev',
    expects: 'containers have the five devices of every Linux, and /proc',
  },
  {
    check: 'container_hosts',
    played: ['kubelet/service-names.ts', root],
    upstream: 'kubernetes pkg/kubelet/kubelet_pods.go managedHostsHeader',
    expects: 'the kubelet has written /etc/hosts of containers',
  },
  {
    check: 'atomic_volumes',
    played: volumes,
    upstream: 'kubernetes pkg/volume/util/atomic_writer.go newTimestampDir',
    expects:
      'the files of a projected volume lead through ..data to a folder with the time in its name',
  },
  {
    check: 'read_only_volumes',
    played: ['kubelet/pod-volumes.ts', root],
    upstream: 'kubernetes pkg/volume/projected/projected.go ReadOnly',
    expects: 'such a volume is mounted read-only',
  },
  {
    check: 'live_tokens',
    played: ['kubelet/pod-volumes.ts'],
    upstream: 'kubernetes pkg/kubelet/token/token_manager.go GetServiceAccountToken',
    expects: 'tokens of service accounts have not expired',
  },
];
