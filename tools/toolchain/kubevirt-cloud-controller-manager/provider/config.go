// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"time"

	"gopkg.in/yaml.v2"
	"k8s.io/klog/v2"
	"k8s.io/utils/ptr"
)

const (
	defaultPollInterval = 5 * time.Second
	defaultPollTimeout  = 5 * time.Minute
)

// Config is the cloud-config file: YAML, of which JSON is a part. A key that is not here is
// ignored.
//
// After CloudConfig of pkg/provider/cloud.go, v0.6.0.
type Config struct {
	// Kubeconfig is the path of a file with access to the infra cluster. Empty: the cluster that
	// the program runs in.
	Kubeconfig   string             `yaml:"kubeconfig"`
	LoadBalancer LoadBalancerConfig `yaml:"loadBalancer"`
	InstancesV2  InstancesConfig    `yaml:"instancesV2"`
	// Namespace of the machines on the infra cluster. Empty: that of the kubeconfig's context.
	Namespace string `yaml:"namespace"`
	// InfraLabels are put on every Service that is made on the infra cluster.
	InfraLabels map[string]string `yaml:"infraLabels"`
}

// LoadBalancerConfig is about Services of type LoadBalancer.
type LoadBalancerConfig struct {
	Enabled bool `yaml:"enabled"`
	// CreationPollInterval and CreationPollTimeout, in seconds: how often, and for how long, a new
	// Service of the infra cluster is looked at until it has an address.
	CreationPollInterval *int `yaml:"creationPollInterval,omitempty"`
	CreationPollTimeout  *int `yaml:"creationPollTimeout,omitempty"`
	// Selectorless leaves the selector out of Services of the infra cluster.
	Selectorless *bool `yaml:"selectorless,omitempty"`
	// EnableEPSController starts the controller of EndpointSlices.
	EnableEPSController *bool `yaml:"enableEPSController,omitempty"`
}

// InstancesConfig is about nodes.
type InstancesConfig struct {
	Enabled bool `yaml:"enabled"`
	// ZoneAndRegionEnabled copies these two labels of the machine's host to the node.
	ZoneAndRegionEnabled bool `yaml:"zoneAndRegionEnabled"`
}

// readConfig fills in what the file leaves out.
//
// After NewCloudConfigFromBytes and createDefaultCloudConfig of pkg/provider/cloud.go, v0.6.0.
func readConfig(file []byte) (Config, error) {
	config := Config{
		LoadBalancer: LoadBalancerConfig{
			Enabled:              true,
			CreationPollInterval: ptr.To(int(defaultPollInterval.Seconds())),
			CreationPollTimeout:  ptr.To(int(defaultPollTimeout.Seconds())),
		},
		InstancesV2: InstancesConfig{Enabled: true, ZoneAndRegionEnabled: true},
	}
	if err := yaml.Unmarshal(file, &config); err != nil {
		return Config{}, err
	}
	return config, nil
}

// pollTime is a time of the file, or the default when the file says null, 0 or less.
//
// After convertLoadBalancerCreatePollConfig of pkg/provider/loadbalancer.go, v0.6.0.
func pollTime(seconds *int, fallback time.Duration, name string) time.Duration {
	if seconds == nil || *seconds <= 0 {
		klog.Infof("The poll %s of load balancers is the default, %s", name, fallback)
		return fallback
	}
	return time.Duration(*seconds) * time.Second
}
