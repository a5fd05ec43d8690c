// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	kubevirtv1 "kubevirt.io/api/core/v1"
)

type objects = []runtime.Object

func TestALoadBalancerLeadsToTheMachinesThatPodsOfItsServiceAreOn(t *testing.T) {
	c := newClusters(t, objects{podsOn("md-a-1", "md-a-0", "md-a-1", "not-a-machine")},
		objects{balancer()},
		machine("md-a-0", "10.244.0.5", kubevirtv1.Running),
		machine("md-a-1", "10.244.0.6", kubevirtv1.Scheduling),
		machine("md-a-2", "10.244.0.7", kubevirtv1.Running))
	equal(t, c.round(balancer()), nil)
	made := c.slices(t)
	equal(t, len(made), 1)
	equal(t, made[0].ObjectMeta, metav1.ObjectMeta{
		GenerateName: "a1", Namespace: "cluster-demo", Name: made[0].Name,
		Labels: map[string]string{
			"cluster.x-k8s.io/tenant-service-name":      "shop",
			"cluster.x-k8s.io/tenant-service-namespace": "default",
			"cluster.x-k8s.io/cluster-name":             "demo",
			"kubernetes.io/service-name":                "a1",
			"endpointslice.kubernetes.io/managed-by":    "kubevirt-eps-controller",
		},
		OwnerReferences: []metav1.OwnerReference{{
			APIVersion: "v1", Kind: "Service", Name: "a1", UID: "s1",
			Controller: ptr.To(true), BlockOwnerDeletion: ptr.To(true),
		}},
	})
	equal(t, made[0].AddressType, discovery.AddressTypeIPv4)
	equal(t, made[0].Ports, []discovery.EndpointPort{{
		Name: ptr.To("http"), Protocol: ptr.To(corev1.ProtocolTCP), Port: ptr.To(int32(30080)),
	}})
	if made[0].Endpoints[0].Addresses[0] != "10.244.0.5" {
		made[0].Endpoints[0], made[0].Endpoints[1] = made[0].Endpoints[1], made[0].Endpoints[0]
	}
	equal(t, made[0].Endpoints, []discovery.Endpoint{
		endpoint("10.244.0.5", true), endpoint("10.244.0.6", false),
	})
}

func TestASecondRoundWritesNothing(t *testing.T) {
	c := newClusters(t, objects{podsOn("md-a-0")},
		objects{balancer(), sliceOf(endpoint("10.244.0.5", true))},
		machine("md-a-0", "10.244.0.5", kubevirtv1.Running))
	equal(t, c.round(balancer()), nil)
	for _, action := range c.infraSet.Actions() {
		equal(t, action.GetVerb(), "list")
	}
}

func TestAMachineMoreIsAddedToTheSlice(t *testing.T) {
	c := newClusters(t, objects{podsOn("md-a-0", "md-a-1")},
		objects{balancer(), sliceOf(endpoint("10.244.0.5", true))},
		machine("md-a-0", "10.244.0.5", kubevirtv1.Running),
		machine("md-a-1", "10.244.0.6", kubevirtv1.Running))
	equal(t, c.round(balancer()), nil)
	equal(t, len(c.slices(t)), 1)
	equal(t, c.slices(t)[0].Endpoints, []discovery.Endpoint{
		endpoint("10.244.0.5", true), endpoint("10.244.0.6", true),
	})
}

func TestWithoutPodsTheSliceGoes(t *testing.T) {
	c := newClusters(t, objects{podsOn()}, objects{balancer(), sliceOf(endpoint("10.244.0.5", true))})
	equal(t, c.round(balancer()), nil)
	equal(t, len(c.slices(t)), 0)
}

// The only pod of a Service goes to another node, or its machine to another host.
func TestWhenNoneOfTheMachinesIsWantedAnyMoreAndOthersAreTheProgramEnds(t *testing.T) {
	c := newClusters(t, objects{podsOn("md-a-1")},
		objects{balancer(), sliceOf(endpoint("10.244.0.5", true))},
		machine("md-a-1", "10.244.0.6", kubevirtv1.Running))
	defer func() {
		equal(t, fmt.Sprint(recover()), "runtime error: index out of range [0] with length 0")
	}()
	_ = c.round(balancer())
	t.Error("it went on")
}

func TestAnEndpointWithoutANodeEndsTheProgram(t *testing.T) {
	byHand := podsOn("md-a-0")
	byHand.Endpoints[0].NodeName = nil
	c := newClusters(t, objects{byHand}, objects{balancer()})
	defer func() {
		equal(t, fmt.Sprint(recover()),
			"runtime error: invalid memory address or nil pointer dereference")
	}()
	_ = c.round(balancer())
	t.Error("it went on")
}

func TestOfAServiceThatIsGoneOrHasASelectorOnlyOurSlicesGo(t *testing.T) {
	theirs := sliceOf(endpoint("10.244.0.5", true))
	theirs.Name = "theirs"
	theirs.Labels[discovery.LabelManagedBy] = "endpointslice-controller.k8s.io"
	selecting := balancer()
	selecting.Spec.Selector = map[string]string{"a": "b"}
	left := func(inInfra ...runtime.Object) []string {
		c := newClusters(t, objects{podsOn("md-a-0")},
			append(inInfra, sliceOf(endpoint("10.244.0.5", true)), theirs.DeepCopy()),
			machine("md-a-0", "10.244.0.5", kubevirtv1.Running))
		equal(t, c.round(selecting), nil)
		var names []string
		for _, slice := range c.slices(t) {
			names = append(names, slice.Name)
		}
		return names
	}
	equal(t, left(), []string{"theirs"})
	equal(t, left(selecting), []string{"theirs"})
}

func TestAServiceOfNobodyInTheUserClusterIsLeftAlone(t *testing.T) {
	for _, label := range []string{"cluster-name", "tenant-service-name", "tenant-service-namespace"} {
		foreign := balancer()
		delete(foreign.Labels, "cluster.x-k8s.io/"+label)
		c := newClusters(t, objects{podsOn("md-a-0")}, objects{foreign},
			machine("md-a-0", "10.244.0.5", kubevirtv1.Running))
		equal(t, c.round(foreign), nil)
		equal(t, len(c.infraSet.Actions()), 0)
	}
}

func TestASliceOfAFamilyThatTheServiceDoesNotHaveGoes(t *testing.T) {
	old := sliceOf(endpoint("fd00::5", true))
	old.AddressType = discovery.AddressTypeIPv6
	c := newClusters(t, objects{podsOn()}, objects{balancer(), old})
	equal(t, c.round(balancer()), nil)
	equal(t, len(c.slices(t)), 0)
}

func TestARequestWithoutAServiceIsAnError(t *testing.T) {
	err := newClusters(t, nil, nil).round(nil)
	equal(t, err.Error(), "could not cast object to service")
}

func TestWhatDoesNotFitIntoOneNewSliceIsDropped(t *testing.T) {
	var desired []*discovery.Endpoint
	for number := range 150 {
		one := endpoint(fmt.Sprintf("10.244.1.%d", number), true)
		desired = append(desired, &one)
	}
	changes := planSlices(balancer(), desired, nil, discovery.AddressTypeIPv4)
	equal(t, len(changes.create), 1)
	equal(t, len(changes.create[0].Endpoints), 100)
}

func TestLabelsAndPortsOfTheServiceComeIntoTheSlice(t *testing.T) {
	changed := balancer()
	changed.Labels["more"] = "yes"
	changed.Spec.Ports[0].TargetPort.IntVal = 30081
	wanted := endpoint("10.244.0.5", true)
	changes := planSlices(changed, []*discovery.Endpoint{&wanted},
		[]*discovery.EndpointSlice{sliceOf(wanted)}, discovery.AddressTypeIPv4)
	equal(t, len(changes.update), 1)
	equal(t, changes.update[0].Labels["more"], "yes")
	equal(t, *changes.update[0].Ports[0].Port, int32(30081))
}

func TestAddressTypes(t *testing.T) {
	for given, want := range map[string]string{
		"IPv6 10.96.0.9": "IPv6", "IPv4,IPv6 ": "IPv4 IPv6", " 10.96.0.9": "IPv4",
		" fd00::9": "IPv6", " None": "IPv4 IPv6", " ": "IPv4 IPv6",
	} {
		families, clusterIP, _ := strings.Cut(given, " ")
		service := &corev1.Service{Spec: corev1.ServiceSpec{ClusterIP: clusterIP}}
		for _, family := range strings.FieldsFunc(families, func(r rune) bool { return r == ',' }) {
			service.Spec.IPFamilies = append(service.Spec.IPFamilies, corev1.IPFamily(family))
		}
		var got []string
		for _, family := range []discovery.AddressType{"IPv4", "IPv6"} {
			if addressTypes(service).Has(family) {
				got = append(got, string(family))
			}
		}
		equal(t, strings.Join(got, " "), want)
	}
}
