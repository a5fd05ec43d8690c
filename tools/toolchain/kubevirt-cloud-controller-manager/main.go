// SPDX-License-Identifier: Apache-2.0

// Command kubevirt-cloud-controller-manager runs in the sandbox in the place of upstream's image
// of the same name, v0.6.0, whose module no Go proxy has. The manager and its service, node, node
// lifecycle and route controllers are k8s.io/cloud-provider's own, at the version that v0.6.0 has.
// What v0.6.0 adds, the cloud provider "kubevirt" and the controller of EndpointSlices, is written
// here after its source, function by function, with its mistakes.
//
// https://github.com/kubevirt/cloud-provider-kubevirt/tree/v0.6.0
package main

import (
	"os"

	"k8s.io/apimachinery/pkg/util/wait"
	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/cloud-provider/app"
	"k8s.io/cloud-provider/app/config"
	"k8s.io/cloud-provider/options"
	"k8s.io/component-base/cli"
	cliflag "k8s.io/component-base/cli/flag"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/klog/v2"

	"strata/toolchain/kubevirt-cloud-controller-manager/endpoints"
	_ "strata/toolchain/kubevirt-cloud-controller-manager/provider"
)

// After main of cmd/kubevirt-cloud-controller-manager/main.go.
func main() {
	managerOptions, err := options.NewCloudControllerManagerOptions()
	if err != nil {
		klog.Fatalf("The options of the manager cannot be made: %v", err)
	}
	controllers := app.DefaultInitFuncConstructors
	controllers[endpoints.ControllerName] = app.ControllerInitFuncConstructor{
		Constructor: startEndpoints,
	}
	noAliases := map[string]string{}
	noFlags := cliflag.NamedFlagSets{}
	command := app.NewCloudControllerManagerCommand(
		managerOptions, openCloud, controllers, noAliases, noFlags, wait.NeverStop)
	os.Exit(cli.Run(command))
}

// openCloud is cloudInitializer of main.go, without its question for a cluster ID: the provider
// "kubevirt" always says that it has one.
func openCloud(managerConfig *config.CompletedConfig) cloudprovider.Interface {
	chosen := managerConfig.ComponentConfig.KubeCloudShared.CloudProvider
	cloud, err := cloudprovider.InitCloudProvider(chosen.Name, chosen.CloudConfigFile)
	if err != nil {
		klog.Fatalf("Cloud provider could not be initialized: %v", err)
	}
	if cloud == nil {
		klog.Fatal("Cloud provider is nil")
	}
	return cloud
}
