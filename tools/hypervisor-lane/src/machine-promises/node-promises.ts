// SPDX-License-Identifier: Apache-2.0
import type { MachinePromise } from './promise.ts';

const health = 'guest/kubelet/health.ts';
const config = 'guest/kubelet/render-kubeconfig.ts';
const der = 'guest/kubelet/der.ts';
const serving = 'guest/kubelet/serving-certificate.ts';
const pod = 'guest/kubelet/static-pod.ts';
const pods = 'guest/kubelet/static-pods.ts';

/** Kubelet and static pods of a machine. */
export const nodePromises: readonly MachinePromise[] = [
  {
    check: 'healthz',
    played: [health],
    upstream: 'kubernetes cmd/kubelet/app/server.go HealthzBindAddress',
    expects: '/healthz says ok on the loopback address alone, and no other page is there',
  },
  {
    check: 'kubelet_api',
    played: [health],
    upstream: 'kubernetes pkg/kubelet/server/server.go InstallAuthFilter',
    expects: "the kubelet's API answers 401 to a request without credentials",
  },
  {
    check: 'kubelet_kubeconfig',
    played: [config],
    upstream: 'kubernetes cmd/kubeadm/app/phases/kubeconfig/kubeconfig.go clientcmd',
    expects: 'kubelet.conf names the certificate that the kubelet renews, with 600',
  },
  {
    check: 'kubelet_context',
    played: [config],
    upstream: 'kubernetes pkg/kubelet/certificate/bootstrap/bootstrap.go default-context',
    expects: 'a kubelet.conf of the kubelet has its names of cluster, user, context and namespace',
  },
  {
    check: 'client_certificate',
    played: [der],
    upstream: 'client-go util/certificate/certificate_store.go updateSymlink',
    expects:
      "the kubelet's client certificate is one of system:nodes, with its key in a file of the time, with 600",
  },
  {
    check: 'serving_names',
    played: [serving, der],
    upstream: 'client-go util/cert/cert.go GenerateSelfSignedCertKeyWithOptions',
    expects:
      'the serving certificate is of NAME@TIME, from NAME-ca@TIME, for the name of the host alone',
  },
  {
    check: 'serving_files',
    played: [serving, health],
    upstream: 'client-go util/cert/cert.go RSAPrivateKeyBlockType',
    expects: 'it comes with its authority and an RSA key of 2048 bits, which only root may read',
  },
  {
    check: 'runtime_socket',
    played: ['guest/kubelet/container-runtime.ts'],
    upstream: 'kubernetes cmd/kubeadm/app/constants/constants_unix.go containerd.sock',
    expects: 'containerd listens at /run/containerd/containerd.sock',
  },
  {
    check: 'static_pods',
    played: [pod, pods],
    upstream: 'kubernetes pkg/kubelet/config/file.go extractFromDir',
    expects: 'every manifest runs as a process with all its flags',
  },
  {
    check: 'static_pod_variables',
    played: [pods],
    upstream: 'containerd internal/cri/server/container_create.go hostnameEnv',
    expects: 'HOSTNAME of its process is the name of the host',
  },
  {
    check: 'static_pod_folders',
    played: [pod],
    upstream: 'kubernetes pkg/volume/hostpath/host_path.go HostPathDirectoryOrCreate',
    expects: 'folders and files of its host paths are there',
  },
  {
    check: 'static_pod_logs',
    played: [pods],
    upstream: 'kubernetes pkg/kubelet/kuberuntime/helpers.go BuildPodLogsDirectory',
    expects: 'its log is /var/log/pods/NAMESPACE_NAME-NODE_UID/CONTAINER/*.log',
  },
];
