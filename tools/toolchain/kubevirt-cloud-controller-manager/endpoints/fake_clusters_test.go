// SPDX-License-Identifier: Apache-2.0

package endpoints

import (
	"context"
	"reflect"
	"testing"

	corev1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/utils/ptr"
	kubevirtv1 "kubevirt.io/api/core/v1"
)

// clusters are a user cluster and its infra cluster, in memory. What a controller has in its caches
// is put there by hand, so no test waits for a watch.
type clusters struct {
	*Controller
	infraSet *fake.Clientset
}

func newClusters(t *testing.T, inTenant, inInfra []runtime.Object, machines ...runtime.Object) clusters {
	t.Helper()
	infra := fake.NewClientset(inInfra...)
	controller, err := NewController(fake.NewClientset(inTenant...), infra,
		dynamicfake.NewSimpleDynamicClient(runtime.NewScheme(), machines...), "cluster-demo")
	if err != nil {
		t.Fatal(err)
	}
	c := clusters{controller, infra}
	for _, object := range inInfra {
		if service, ok := object.(*corev1.Service); ok {
			c.cache(t, service)
		}
	}
	return c
}

func (c clusters) cache(t *testing.T, service *corev1.Service) {
	t.Helper()
	if err := c.services().GetStore().Add(service); err != nil {
		t.Fatal(err)
	}
}

func (c clusters) slices(t *testing.T) []discovery.EndpointSlice {
	t.Helper()
	found, err := c.infraSet.DiscoveryV1().EndpointSlices("cluster-demo").
		List(context.Background(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range found.Items {
		found.Items[i].ManagedFields = nil
	}
	return found.Items
}

func (c clusters) round(service *corev1.Service) error {
	return c.reconcile(context.Background(), &request{service})
}

func balancer() *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{
			Name: "a1", Namespace: "cluster-demo", UID: "s1",
			Labels: map[string]string{
				"cluster.x-k8s.io/tenant-service-name":      "shop",
				"cluster.x-k8s.io/tenant-service-namespace": "default",
				"cluster.x-k8s.io/cluster-name":             "demo",
			},
		},
		Spec: corev1.ServiceSpec{
			Type:       corev1.ServiceTypeLoadBalancer,
			ClusterIP:  "10.96.0.9",
			IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol},
			Ports: []corev1.ServicePort{{
				Name: "http", Protocol: corev1.ProtocolTCP, Port: 80,
				TargetPort: intstr.FromInt32(30080),
			}},
		},
	}
}

// podsOn is the user cluster's slice of the Service shop, with one pod on each of the nodes.
func podsOn(nodes ...string) *discovery.EndpointSlice {
	slice := &discovery.EndpointSlice{ObjectMeta: metav1.ObjectMeta{
		Name: "shop-x", Namespace: "default",
		Labels: map[string]string{"kubernetes.io/service-name": "shop"},
	}}
	for _, node := range nodes {
		slice.Endpoints = append(slice.Endpoints,
			discovery.Endpoint{Addresses: []string{"10.128.1.2"}, NodeName: ptr.To(node)})
	}
	return slice
}

func machine(name, address string, phase kubevirtv1.VirtualMachineInstancePhase) runtime.Object {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "kubevirt.io/v1",
		"kind":       "VirtualMachineInstance",
		"metadata":   map[string]any{"name": name, "namespace": "cluster-demo"},
		"status": map[string]any{
			"phase":    string(phase),
			"nodeName": "host-1",
			"interfaces": []any{
				map[string]any{"name": "vlan", "ipAddress": "192.168.7.9"},
				map[string]any{"name": "default", "ipAddress": address},
			},
		},
	}}
}

// endpoint is that of a machine, running or not, that has not ended.
func endpoint(address string, isRunning bool) discovery.Endpoint {
	return discovery.Endpoint{
		Addresses: []string{address},
		Conditions: discovery.EndpointConditions{
			Ready: ptr.To(isRunning), Serving: ptr.To(isRunning), Terminating: ptr.To(false),
		},
		NodeName: ptr.To("host-1"),
	}
}

// sliceOf is one that the controller has made for the balancer.
func sliceOf(endpoints ...discovery.Endpoint) *discovery.EndpointSlice {
	slice := newSlice(balancer(), slicePorts(balancer()), discovery.AddressTypeIPv4)
	slice.Name = "a1-x"
	slice.Endpoints = endpoints
	return slice
}

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %#v\nwant %#v", got, want)
	}
}
