// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/utils/ptr"
)

func TestAnEmptyConfigHasAllOn(t *testing.T) {
	config, err := readConfig(nil)
	equal(t, err, nil)
	equal(t, config, Config{
		LoadBalancer: LoadBalancerConfig{
			Enabled: true, CreationPollInterval: ptr.To(5), CreationPollTimeout: ptr.To(300),
		},
		InstancesV2: InstancesConfig{Enabled: true, ZoneAndRegionEnabled: true},
	})
}

func TestWhatStrataWritesIsRead(t *testing.T) {
	config, err := readConfig([]byte(`{
  "namespace": "cluster-demo",
  "infraLabels": {"app.kubernetes.io/part-of": "demo"},
  "loadBalancer": {"enabled": true, "creationPollInterval": 5, "creationPollTimeout": 300,
    "selectorless": true, "enableEPSController": true},
  "instancesV2": {"enabled": true, "zoneAndRegionEnabled": false}
}`))
	equal(t, err, nil)
	equal(t, config, Config{
		Namespace:   "cluster-demo",
		InfraLabels: map[string]string{"app.kubernetes.io/part-of": "demo"},
		LoadBalancer: LoadBalancerConfig{
			Enabled: true, CreationPollInterval: ptr.To(5), CreationPollTimeout: ptr.To(300),
			Selectorless: ptr.To(true), EnableEPSController: ptr.To(true),
		},
		InstancesV2: InstancesConfig{Enabled: true},
	})
}

func TestAnUnknownKeyIsIgnored(t *testing.T) {
	config, err := readConfig([]byte("loadbalancer: {enabled: false}"))
	equal(t, err, nil)
	equal(t, config.LoadBalancer.Enabled, true)
}

func TestAPollTimeThatIsNotPositiveIsTheDefault(t *testing.T) {
	for _, seconds := range []*int{nil, ptr.To(0), ptr.To(-1)} {
		equal(t, pollTime(seconds, defaultPollTimeout, "timeout"), 5*time.Minute)
	}
	equal(t, pollTime(ptr.To(7), defaultPollTimeout, "timeout"), 7*time.Second)
}

const kubeconfig = `
apiVersion: v1
kind: Config
clusters: [{name: infra, cluster: {server: 'https://192.0.2.1:6443'}}]
contexts: [{name: infra, context: {cluster: infra, user: infra, namespace: from-context}}]
users: [{name: infra, user: {token: hush}}]
current-context: infra
`

func TestTheNamespaceIsThatOfTheContextUnlessTheConfigNamesOne(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kubeconfig")
	equal(t, os.WriteFile(file, []byte(kubeconfig), 0o600), nil)
	for named, want := range map[string]string{"": "from-context", "cluster-demo": "cluster-demo"} {
		access, namespace, err := infraAccess(Config{Kubeconfig: file, Namespace: named})
		equal(t, err, nil)
		equal(t, access.Host, "https://192.0.2.1:6443")
		equal(t, namespace, want)
	}
}

func TestACloudWithoutAConfigIsRefused(t *testing.T) {
	_, err := cloudprovider.GetCloudProvider("kubevirt", nil)
	fails(t, err, "No kubevirt cloud provider config file given")
}

func TestAConfigThatIsNoMapIsRefused(t *testing.T) {
	_, err := cloudprovider.GetCloudProvider("kubevirt", strings.NewReader("- a"))
	fails(t, err, "Failed to unmarshal cloud provider config: yaml: unmarshal errors:\n"+
		"  line 1: cannot unmarshal !!seq into provider.Config")
}

func TestAKubeconfigThatIsNotThereIsNamed(t *testing.T) {
	_, err := cloudprovider.GetCloudProvider("kubevirt", strings.NewReader("kubeconfig: /not/there"))
	fails(t, err, "Couldn't open infra-kubeconfig: open /not/there: no such file or directory")
}

func TestOutsideOfAClusterThereIsNoServiceAccount(t *testing.T) {
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	_, err := cloudprovider.GetCloudProvider("kubevirt", strings.NewReader("namespace: cluster-demo"))
	fails(t, err, "unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and "+
		"KUBERNETES_SERVICE_PORT must be defined")
}

func TestPartsThatAreOffAreNotThere(t *testing.T) {
	isThere := func(config Config) [5]bool {
		cloud := &Cloud{config: config}
		_, hasBalancers := cloud.LoadBalancer()
		_, hasInstances := cloud.InstancesV2()
		_, hasOldInstances := cloud.Instances()
		_, hasRoutes := cloud.Routes()
		return [5]bool{hasBalancers, hasInstances, hasOldInstances, hasRoutes,
			cloud.HasEndpointController()}
	}
	equal(t, isThere(Config{}), [5]bool{})
	all := Config{
		LoadBalancer: LoadBalancerConfig{Enabled: true, EnableEPSController: ptr.To(true)},
		InstancesV2:  InstancesConfig{Enabled: true},
	}
	equal(t, isThere(all), [5]bool{true, true, false, false, true})
}
