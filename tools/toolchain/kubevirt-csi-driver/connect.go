// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// connect makes the controller with its clients: configureControllerService, getVirtClient.
func connect(s *settings) (*controller, discovery.ServerVersionInterface, error) {
	labels, err := parseLabels(s.infraLabels)
	if err != nil {
		return nil, nil, err
	}
	rules, err := parseEnforcement(s.enforcementString)
	if err != nil {
		return nil, nil, err
	}
	if err := s.check(); err != nil {
		return nil, nil, err
	}
	infraConfig, err := configOrInCluster("infra", s.infraKubeconfig)
	if err != nil {
		return nil, nil, err
	}
	tenantConfig, err := configOrInCluster("tenant", s.tenantKubeconfig)
	if err != nil {
		return nil, nil, err
	}
	objects, err := clientPerGroup(infraConfig)
	if err != nil {
		return nil, nil, err
	}
	tenant, err := dynamic.NewForConfig(tenantConfig)
	if err != nil {
		return nil, nil, err
	}
	subresources, err := subresourceClient(infraConfig)
	if err != nil {
		return nil, nil, err
	}
	versions, err := discovery.NewDiscoveryClientForConfig(infraConfig)
	if err != nil {
		return nil, nil, err
	}
	cluster := &infra{
		objects:     objects,
		tenant:      tenant,
		change:      changeBy(subresources, s.infraNamespace),
		namespace:   s.infraNamespace,
		labels:      labels,
		prefix:      s.volumePrefix + "-",
		enforcement: rules,
		limits:      upstreamLimits,
	}
	return &controller{infra: cluster}, versions, nil
}

// perGroup is a client for each API group.
type perGroup map[string]dynamic.Interface

func (p perGroup) Resource(kind schema.GroupVersionResource) dynamic.NamespaceableResourceInterface {
	return p[kind.Group].Resource(kind)
}

// clientPerGroup gives each group the five requests a second that client-go allows by default, as
// upstream has a clientset for each.
func clientPerGroup(config *rest.Config) (dynamic.Interface, error) {
	clients := perGroup{}
	for _, kind := range infraKinds {
		if clients[kind.Group] != nil {
			continue
		}
		client, err := dynamic.NewForConfig(config)
		if err != nil {
			return nil, err
		}
		clients[kind.Group] = client
	}
	return clients, nil
}

// configOrInCluster is upstream's getConfigOrInCluster.
func configOrInCluster(side, kubeconfig string) (*rest.Config, error) {
	if kubeconfig == "" {
		config, err := rest.InClusterConfig()
		if err != nil {
			return nil, fmt.Errorf("failed to get %s rest config: failed to build in cluster config: %w", side, err)
		}
		return config, nil
	}
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("failed to get %s rest config: failed to build cluster config: %w", side, err)
	}
	return config, nil
}

// subresourceClient makes the client for KubeVirt's own API server: client.go, NewClient.
func subresourceClient(config *rest.Config) (rest.Interface, error) {
	own := rest.CopyConfig(config)
	own.APIPath = "/apis"
	own.GroupVersion = &schema.GroupVersion{Group: "subresources.kubevirt.io", Version: "v1"}
	own.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	own.ContentType = "application/json"
	return rest.RESTClientFor(own)
}

// changeBy puts options to a subresource of a machine: AddVolumeToVM, RemoveVolumeFromVM and
// RemoveVolumeFromVMI of client.go.
func changeBy(client rest.Interface, namespace string) changeMachine {
	return func(ctx context.Context, resource, name, subresource string, options any) error {
		body, err := json.Marshal(options)
		if err != nil {
			return err
		}
		path := fmt.Sprintf("/apis/subresources.kubevirt.io/v1/namespaces/%s/%s/%s/%s", namespace, resource, name, subresource)
		return client.Put().AbsPath(path).Body(body).Do(ctx).Error()
	}
}
