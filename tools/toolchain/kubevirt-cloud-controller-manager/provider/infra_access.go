// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"fmt"
	"os"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// infraAccess reads the kubeconfig that the cloud-config names, or takes the ServiceAccount of the
// pod. Only a kubeconfig has a namespace to offer; in the cluster, one that the cloud-config does
// not name stays empty, and every request fails.
//
// After kubevirtCloudProviderFactory and GetInfraKubeConfig of pkg/provider/cloud.go, v0.6.0.
func infraAccess(config Config) (*rest.Config, string, error) {
	if config.Kubeconfig == "" {
		access, err := rest.InClusterConfig()
		return access, config.Namespace, err
	}
	file, err := os.ReadFile(config.Kubeconfig)
	if err != nil {
		return nil, "", fmt.Errorf("Couldn't open infra-kubeconfig: %w", err)
	}
	kubeconfig, err := clientcmd.NewClientConfigFromBytes(file)
	if err != nil {
		return nil, "", err
	}
	access, err := kubeconfig.ClientConfig()
	if err != nil || config.Namespace != "" {
		return access, config.Namespace, err
	}
	namespace, _, err := kubeconfig.Namespace()
	return access, namespace, err
}
