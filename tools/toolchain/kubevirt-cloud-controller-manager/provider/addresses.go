// SPDX-License-Identifier: Apache-2.0

package provider

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/cloud-provider/node/helpers"
	kubevirtv1 "kubevirt.io/api/core/v1"
)

// addressesOf are those of the machine's first interface named "default". While it reports none,
// the node keeps the internal addresses that it has.
//
// After getNodeAddresses of pkg/provider/instances_v2.go, v0.6.0.
func addressesOf(
	machine *kubevirtv1.VirtualMachineInstance, node *corev1.Node,
) []corev1.NodeAddress {
	var addresses []corev1.NodeAddress
	for _, address := range defaultAddresses(machine) {
		if address != "" {
			helpers.AddToNodeAddresses(&addresses,
				corev1.NodeAddress{Type: corev1.NodeInternalIP, Address: address})
		}
	}
	if len(addresses) > 0 {
		return addresses
	}
	for _, address := range node.Status.Addresses {
		if address.Type == corev1.NodeInternalIP {
			helpers.AddToNodeAddresses(&addresses, address)
		}
	}
	return addresses
}

func defaultAddresses(machine *kubevirtv1.VirtualMachineInstance) []string {
	for _, network := range machine.Status.Interfaces {
		if network.Name == "default" {
			return network.IPs
		}
	}
	return nil
}
