// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/cloud-provider/app"
	"k8s.io/cloud-provider/app/config"
	managerapp "k8s.io/controller-manager/app"
	"k8s.io/controller-manager/controller"
	"k8s.io/klog/v2"

	"strata/toolchain/kubevirt-cloud-controller-manager/endpoints"
	"strata/toolchain/kubevirt-cloud-controller-manager/provider"
)

// startEndpoints starts the controller of EndpointSlices beside those of the manager, when the
// cloud-config says `loadBalancer.enableEPSController: true`.
//
// After StartKubevirtCloudControllerWrapper and startKubevirtCloudController of
// cmd/kubevirt-cloud-controller-manager/kubevirteps.go. As there, the manager is always told that
// nothing was started, so its log says `Skipping "kubevirt_eps_controller"` in either case.
func startEndpoints(
	_ app.ControllerInitContext, managerConfig *config.CompletedConfig, cloud cloudprovider.Interface,
) app.InitFunc {
	return func(
		_ context.Context, started managerapp.ControllerContext,
	) (controller.Interface, bool, error) {
		kubevirt, ok := cloud.(*provider.Cloud)
		if !ok {
			return nil, false, fmt.Errorf("%s does not support %v provider",
				endpoints.ControllerName, cloud.ProviderName())
		}
		if !kubevirt.HasEndpointController() {
			klog.Infof("%s is not enabled.", endpoints.ControllerName)
			return nil, false, nil
		}
		slices, err := newEndpoints(managerConfig, kubevirt)
		if err != nil {
			return nil, false, err
		}
		go slices.Run(started.Stop, started.ControllerManagerMetrics)
		return nil, false, nil
	}
}

func newEndpoints(
	managerConfig *config.CompletedConfig, kubevirt *provider.Cloud,
) (*endpoints.Controller, error) {
	tenant, err := kubernetes.NewForConfig(managerConfig.Kubeconfig)
	if err != nil {
		return nil, err
	}
	access, _, err := kubevirt.InfraAccess()
	if err != nil {
		return nil, fmt.Errorf("no access to the infra cluster: %w", err)
	}
	infra, err := kubernetes.NewForConfig(access)
	if err != nil {
		return nil, err
	}
	machines, err := dynamic.NewForConfig(access)
	if err != nil {
		return nil, err
	}
	return endpoints.NewController(tenant, infra, machines, kubevirt.Namespace())
}
