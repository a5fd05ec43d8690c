// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	cloudprovider "k8s.io/cloud-provider"
	"k8s.io/klog/v2"
	kubevirtv1 "kubevirt.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var providerIDPattern = regexp.MustCompile(`^` + Name + `://([0-9A-Za-z_-]+)$`)

// instances tells the node controllers about the machines behind nodes.
//
// After instancesV2 of pkg/provider/instances_v2.go, v0.6.0.
type instances struct {
	client    client.Client
	namespace string
	// withZones asks for the labels of hosts, which needs the right to get Nodes there.
	withZones bool
}

// InstanceExists says whether the machine is there, whatever it does. A node without a provider ID
// is an error, and so never deleted by the node lifecycle controller.
func (i *instances) InstanceExists(ctx context.Context, node *corev1.Node) (bool, error) {
	_, err := i.machineOf(ctx, node)
	if apierrors.IsNotFound(err) {
		klog.Infof("Unable to find the virtual machine instance of node %s", node.Name)
		return false, nil
	}
	return err == nil, err
}

// InstanceShutdown says whether the machine has ended.
func (i *instances) InstanceShutdown(ctx context.Context, node *corev1.Node) (bool, error) {
	machine, err := i.machineOf(ctx, node)
	if apierrors.IsNotFound(err) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	switch machine.Status.Phase {
	case kubevirtv1.Succeeded, kubevirtv1.Failed:
		return true, nil
	case kubevirtv1.Unknown:
		return true, errors.New("Instance is in unkown state (propably host down)")
	default:
		return false, nil
	}
}

// InstanceMetadata is what a node is told when it is new, and its addresses every five minutes.
func (i *instances) InstanceMetadata(
	ctx context.Context, node *corev1.Node,
) (*cloudprovider.InstanceMetadata, error) {
	machine, err := i.findMachine(ctx, node)
	if err != nil {
		return nil, err
	}
	region, zone, err := i.regionAndZone(ctx, machine.Status.NodeName)
	if err != nil {
		return nil, err
	}
	return &cloudprovider.InstanceMetadata{
		ProviderID:    Name + "://" + machine.Name,
		NodeAddresses: addressesOf(machine, node),
		InstanceType:  machine.Annotations[kubevirtv1.InstancetypeAnnotation],
		Region:        region,
		Zone:          zone,
	}, nil
}

// machineOf gets the machine that the node's provider ID names.
func (i *instances) machineOf(
	ctx context.Context, node *corev1.Node,
) (*kubevirtv1.VirtualMachineInstance, error) {
	found := providerIDPattern.FindStringSubmatch(node.Spec.ProviderID)
	if found == nil {
		return nil, fmt.Errorf(`ProviderID "%s" didn't match expected format "%s://<instance-id>"`,
			node.Spec.ProviderID, Name)
	}
	return i.byName(ctx, found[1])
}

// regionAndZone are labels of the host. A machine that no host runs yet is an error.
func (i *instances) regionAndZone(ctx context.Context, host string) (string, string, error) {
	if !i.withZones {
		return "", "", nil
	}
	var node corev1.Node
	if err := i.client.Get(ctx, client.ObjectKey{Name: host}, &node); err != nil {
		return "", "", err
	}
	return node.Labels[corev1.LabelTopologyRegion], node.Labels[corev1.LabelTopologyZone], nil
}
