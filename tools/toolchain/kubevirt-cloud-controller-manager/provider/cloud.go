// SPDX-License-Identifier: Apache-2.0

// Package provider is the cloud provider "kubevirt": a node is a VirtualMachineInstance of the
// infra cluster, and a load balancer is a Service of the infra cluster.
package provider

import (
	"fmt"
	"io"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/rest"
	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/utils/ptr"
	kubevirtv1 "kubevirt.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Name is the value of --cloud-provider, and the scheme of provider IDs.
const Name = "kubevirt"

var scheme = runtime.NewScheme()

func init() {
	utilruntime.Must(corev1.AddToScheme(scheme))
	utilruntime.Must(kubevirtv1.AddToScheme(scheme))
	cloudprovider.RegisterCloudProvider(Name, open)
}

// Cloud gives the manager's controllers what they need of the infra cluster.
//
// After Cloud of pkg/provider/cloud.go, v0.6.0.
type Cloud struct {
	namespace string
	client    client.Client
	config    Config
}

var _ cloudprovider.Interface = &Cloud{}

// open is kubevirtCloudProviderFactory of pkg/provider/cloud.go, v0.6.0.
func open(file io.Reader) (cloudprovider.Interface, error) {
	if file == nil {
		return nil, fmt.Errorf("No %s cloud provider config file given", Name)
	}
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("Failed to read cloud provider config: %w", err)
	}
	config, err := readConfig(content)
	if err != nil {
		return nil, fmt.Errorf("Failed to unmarshal cloud provider config: %w", err)
	}
	cloud := &Cloud{config: config}
	access, namespace, err := cloud.InfraAccess()
	if err != nil {
		return nil, err
	}
	cloud.namespace = namespace
	cloud.client, err = client.New(access, client.Options{Scheme: scheme})
	if err != nil {
		return nil, err
	}
	return cloud, nil
}

// InfraAccess is how the infra cluster is reached, and the namespace that the machines are in.
func (cloud *Cloud) InfraAccess() (*rest.Config, string, error) {
	return infraAccess(cloud.config)
}

// Namespace of the machines on the infra cluster.
func (cloud *Cloud) Namespace() string { return cloud.namespace }

// HasEndpointController says whether the controller of EndpointSlices shall run.
func (cloud *Cloud) HasEndpointController() bool {
	return ptr.Deref(cloud.config.LoadBalancer.EnableEPSController, false)
}

// Initialize does nothing.
func (cloud *Cloud) Initialize(cloudprovider.ControllerClientBuilder, <-chan struct{}) {}

// LoadBalancer is for the service controller; without it that controller does not start.
func (cloud *Cloud) LoadBalancer() (cloudprovider.LoadBalancer, bool) {
	if !cloud.config.LoadBalancer.Enabled {
		return nil, false
	}
	return &loadBalancer{
		client:      cloud.client,
		namespace:   cloud.namespace,
		config:      cloud.config.LoadBalancer,
		infraLabels: cloud.config.InfraLabels,
	}, true
}

// InstancesV2 is for the two node controllers.
func (cloud *Cloud) InstancesV2() (cloudprovider.InstancesV2, bool) {
	if !cloud.config.InstancesV2.Enabled {
		return nil, false
	}
	return &instances{
		client:    cloud.client,
		namespace: cloud.namespace,
		withZones: cloud.config.InstancesV2.ZoneAndRegionEnabled,
	}, true
}

// Instances is not there: InstancesV2 is.
func (cloud *Cloud) Instances() (cloudprovider.Instances, bool) { return nil, false }

// Zones is not there: InstancesV2 tells zones.
func (cloud *Cloud) Zones() (cloudprovider.Zones, bool) { return nil, false }

// Clusters is not there.
func (cloud *Cloud) Clusters() (cloudprovider.Clusters, bool) { return nil, false }

// Routes is not there, so the route controller does not start.
func (cloud *Cloud) Routes() (cloudprovider.Routes, bool) { return nil, false }

// ProviderName is "kubevirt".
func (cloud *Cloud) ProviderName() string { return Name }

// HasClusterID is always true.
func (cloud *Cloud) HasClusterID() bool { return true }
