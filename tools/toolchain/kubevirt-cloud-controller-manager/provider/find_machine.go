// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	cloudprovider "k8s.io/cloud-provider"
	kubevirtv1 "kubevirt.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// instanceIDLabel of a node names its machine, when somebody has set it.
const instanceIDLabel = "node.kubernetes.io/instance-id"

// findMachine looks for a node that has no provider ID yet: by its label and by nothing else if it
// has that label, otherwise by its name, then by its name as the machine's host name.
//
// After InstanceMetadata and findInstance of pkg/provider/instances_v2.go, v0.6.0.
func (i *instances) findMachine(
	ctx context.Context, node *corev1.Node,
) (*kubevirtv1.VirtualMachineInstance, error) {
	name, isLabelled := node.Labels[instanceIDLabel]
	if !isLabelled {
		name = node.Name
	}
	machine, err := i.byName(ctx, name)
	if apierrors.IsNotFound(err) && !isLabelled {
		machine, err = i.byHostname(ctx, node.Name)
	}
	if apierrors.IsNotFound(err) {
		return nil, cloudprovider.InstanceNotFound
	}
	return machine, err
}

// byName is InstanceByVMIName of pkg/provider/instances_getter.go, v0.6.0.
func (i *instances) byName(
	ctx context.Context, name string,
) (*kubevirtv1.VirtualMachineInstance, error) {
	var machine kubevirtv1.VirtualMachineInstance
	key := client.ObjectKey{Namespace: i.namespace, Name: name}
	if err := i.client.Get(ctx, key, &machine); err != nil {
		return nil, err
	}
	return &machine, nil
}

// byHostname is InstanceByVMIHostname of pkg/provider/instances_getter.go, v0.6.0. An API server
// knows no field selector of this name and answers with an error, so in practice a node that is not
// called like its machine stays uninitialized.
func (i *instances) byHostname(
	ctx context.Context, hostname string,
) (*kubevirtv1.VirtualMachineInstance, error) {
	var machines kubevirtv1.VirtualMachineInstanceList
	err := i.client.List(ctx, &machines, client.InNamespace(i.namespace),
		client.MatchingFields{"spec.hostname": hostname})
	if err != nil {
		return nil, err
	}
	switch count := len(machines.Items); count {
	case 0:
		return nil, fmt.Errorf(
			"could not find a virtual machine instance with '%s' hostname", hostname)
	case 1:
		return &machines.Items[0], nil
	default:
		return nil, fmt.Errorf(
			"found %d virtual machine instances with the same '%s' hostname", count, hostname)
	}
}
