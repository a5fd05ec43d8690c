// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/klog/v2"
	kubevirtv1 "kubevirt.io/api/core/v1"
)

var machineResource = kubevirtv1.VirtualMachineInstanceGroupVersionKind.GroupVersion().
	WithResource("virtualmachineinstances")

// desiredEndpoints are the machines that have a pod of the user's Service, whether that pod is
// ready or not; none for a Service with a selector and externalTrafficPolicy Cluster. A node that
// is no machine by its name is left out.
//
// After getDesiredEndpoints of pkg/controller/kubevirteps/kubevirteps_controller.go, v0.6.0. An
// endpoint of the user cluster without a node, as in slices that somebody made by hand, is a nil
// pointer there and here, and ends the program.
func (c *Controller) desiredEndpoints(
	ctx context.Context, service *corev1.Service, tenantSlices []*discovery.EndpointSlice,
) []*discovery.Endpoint {
	isLocal := service.Spec.ExternalTrafficPolicy == corev1.ServiceExternalTrafficPolicyLocal
	if !isLocal && service.Spec.Selector != nil {
		return nil
	}
	nodes := sets.New[string]()
	for _, slice := range tenantSlices {
		for _, endpoint := range slice.Endpoints {
			nodes.Insert(*endpoint.NodeName)
		}
	}
	var desired []*discovery.Endpoint
	for _, node := range sets.List(nodes) {
		found, err := c.machines.Resource(machineResource).Namespace(c.namespace).
			Get(ctx, node, metav1.GetOptions{})
		if err != nil {
			klog.Errorf("The machine of node %s cannot be read: %v", node, err)
			continue
		}
		var machine kubevirtv1.VirtualMachineInstance
		err = runtime.DefaultUnstructuredConverter.FromUnstructured(found.Object, &machine)
		if err != nil {
			klog.Fatalf("The machine of node %s is none: %v", node, err)
		}
		desired = append(desired, endpointsOf(&machine)...)
	}
	return desired
}

// endpointsOf is the first address of each interface named "default", of whichever family: so a
// slice of the other family gets addresses that the API server refuses.
func endpointsOf(machine *kubevirtv1.VirtualMachineInstance) []*discovery.Endpoint {
	phase := machine.Status.Phase
	isRunning := phase == kubevirtv1.Running
	hasEnded := phase == kubevirtv1.Failed || phase == kubevirtv1.Succeeded
	var endpoints []*discovery.Endpoint
	for _, network := range machine.Status.Interfaces {
		if network.Name == "default" {
			endpoints = append(endpoints, &discovery.Endpoint{
				Addresses: []string{network.IP},
				Conditions: discovery.EndpointConditions{
					Ready: &isRunning, Serving: &isRunning, Terminating: &hasEnded,
				},
				NodeName: &machine.Status.NodeName,
			})
		}
	}
	return endpoints
}
