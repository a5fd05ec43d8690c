// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	cloudprovider "k8s.io/cloud-provider"
	kubevirtv1 "kubevirt.io/api/core/v1"
)

func nodeOf(providerID string) *corev1.Node {
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: "md-a-0"},
		Spec:       corev1.NodeSpec{ProviderID: providerID},
	}
}

func instancesOf(infra *fakeInfra) *instances {
	return &instances{client: infra, namespace: "cluster-demo", withZones: true}
}

func TestANodeIsToldWhatTheInfraClusterKnows(t *testing.T) {
	found, err := instancesOf(newInfra(machine("md-a-0", ""), host())).
		InstanceMetadata(context.Background(), nodeOf(""))
	equal(t, err, nil)
	equal(t, found, &cloudprovider.InstanceMetadata{
		ProviderID:   "kubevirt://md-a-0",
		InstanceType: "standard",
		NodeAddresses: []corev1.NodeAddress{
			{Type: "InternalIP", Address: "10.42.0.17"},
			{Type: "InternalIP", Address: "fd00::17"},
		},
		Region: "lab",
		Zone:   "a",
	})
}

func TestWithoutZonesNoHostIsRead(t *testing.T) {
	of := instancesOf(newInfra(machine("md-a-0", "")))
	of.withZones = false
	found, err := of.InstanceMetadata(context.Background(), nodeOf(""))
	equal(t, err, nil)
	equal(t, [2]string{found.Region, found.Zone}, [2]string{"", ""})
}

func TestAHostThatCannotBeReadIsAnError(t *testing.T) {
	_, err := instancesOf(newInfra(machine("md-a-0", ""))).
		InstanceMetadata(context.Background(), nodeOf(""))
	fails(t, err, `nodes "host-1" not found`)
}

func TestALabelNamesTheMachineAndThenNothingElseDoes(t *testing.T) {
	node := nodeOf("")
	node.Labels = map[string]string{"node.kubernetes.io/instance-id": "vm-7"}
	of := instancesOf(newInfra(machine("vm-7", ""), machine("md-a-0", ""), host()))
	found, err := of.InstanceMetadata(context.Background(), node)
	equal(t, err, nil)
	equal(t, found.ProviderID, "kubevirt://vm-7")
	_, err = instancesOf(newInfra(machine("md-a-0", ""))).
		InstanceMetadata(context.Background(), node)
	equal(t, err, cloudprovider.InstanceNotFound)
}

func TestAMachineIsFoundByItsHostNameToo(t *testing.T) {
	found, err := instancesOf(newInfra(machine("vm-7", "md-a-0"), host())).
		InstanceMetadata(context.Background(), nodeOf(""))
	equal(t, err, nil)
	equal(t, found.ProviderID, "kubevirt://vm-7")
}

func TestHostNamesOfNoneOrTwoMachinesAreErrors(t *testing.T) {
	_, err := instancesOf(newInfra()).InstanceMetadata(context.Background(), nodeOf(""))
	fails(t, err, "could not find a virtual machine instance with 'md-a-0' hostname")
	two := newInfra(machine("vm-7", "md-a-0"), machine("vm-8", "md-a-0"))
	_, err = instancesOf(two).InstanceMetadata(context.Background(), nodeOf(""))
	fails(t, err, "found 2 virtual machine instances with the same 'md-a-0' hostname")
}

func TestWithoutAnAddressOfTheMachineTheNodeKeepsItsOwn(t *testing.T) {
	bare := machine("md-a-0", "")
	bare.Status.Interfaces = bare.Status.Interfaces[:1]
	node := nodeOf("")
	node.Status.Addresses = []corev1.NodeAddress{
		{Type: "Hostname", Address: "md-a-0"}, {Type: "InternalIP", Address: "10.42.0.3"},
	}
	equal(t, addressesOf(bare, node),
		[]corev1.NodeAddress{{Type: "InternalIP", Address: "10.42.0.3"}})
}

func TestAMachineExistsWhateverItsPhase(t *testing.T) {
	ended := machine("md-a-0", "")
	ended.Status.Phase = kubevirtv1.Succeeded
	for _, infra := range []*fakeInfra{newInfra(machine("md-a-0", "")), newInfra(ended)} {
		exists, err := instancesOf(infra).
			InstanceExists(context.Background(), nodeOf("kubevirt://md-a-0"))
		equal(t, err, nil)
		equal(t, exists, true)
	}
}

func TestAMachineThatIsGoneDoesNotExistAndIsShutDown(t *testing.T) {
	gone := instancesOf(newInfra())
	exists, err := gone.InstanceExists(context.Background(), nodeOf("kubevirt://md-a-0"))
	equal(t, err, nil)
	equal(t, exists, false)
	isDown, err := gone.InstanceShutdown(context.Background(), nodeOf("kubevirt://md-a-0"))
	equal(t, err, nil)
	equal(t, isDown, true)
}

func TestOnlyAMachineThatHasEndedIsShutDown(t *testing.T) {
	for phase, want := range map[kubevirtv1.VirtualMachineInstancePhase]bool{
		kubevirtv1.Running: false, kubevirtv1.Scheduling: false,
		kubevirtv1.Succeeded: true, kubevirtv1.Failed: true,
	} {
		one := machine("md-a-0", "")
		one.Status.Phase = phase
		isDown, err := instancesOf(newInfra(one)).
			InstanceShutdown(context.Background(), nodeOf("kubevirt://md-a-0"))
		equal(t, err, nil)
		equal(t, isDown, want)
	}
}

func TestOfAMachineOnALostHostNobodyKnows(t *testing.T) {
	lost := machine("md-a-0", "")
	lost.Status.Phase = kubevirtv1.Unknown
	_, err := instancesOf(newInfra(lost)).
		InstanceShutdown(context.Background(), nodeOf("kubevirt://md-a-0"))
	fails(t, err, "Instance is in unkown state (propably host down)")
}

func TestANodeOfNobodyIsAnErrorAndSoNeverDeleted(t *testing.T) {
	for _, providerID := range []string{"", "metal://1", "kubevirt://cluster-demo/md-a-0"} {
		_, err := instancesOf(newInfra()).InstanceExists(context.Background(), nodeOf(providerID))
		fails(t, err, `ProviderID "`+providerID+
			`" didn't match expected format "kubevirt://<instance-id>"`)
	}
}
