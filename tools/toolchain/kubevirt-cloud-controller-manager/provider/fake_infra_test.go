// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"context"
	"reflect"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubevirtv1 "kubevirt.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

// fakeInfra is an infra cluster in memory; it writes down each request that changes something.
type fakeInfra struct {
	client.Client
	writes []string
}

func newInfra(objects ...client.Object) *fakeInfra {
	infra := &fakeInfra{}
	// The real API server has no index of this field, see byHostname.
	hostname := func(object client.Object) []string {
		return []string{object.(*kubevirtv1.VirtualMachineInstance).Spec.Hostname}
	}
	infra.Client = fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).
		WithIndex(&kubevirtv1.VirtualMachineInstance{}, "spec.hostname", hostname).
		WithInterceptorFuncs(interceptor.Funcs{
			Create: func(ctx context.Context, to client.WithWatch, object client.Object,
				options ...client.CreateOption) error {
				infra.writes = append(infra.writes, "create "+object.GetName())
				return to.Create(ctx, object, options...)
			},
			Update: func(ctx context.Context, to client.WithWatch, object client.Object,
				options ...client.UpdateOption) error {
				infra.writes = append(infra.writes, "update "+object.GetName())
				return to.Update(ctx, object, options...)
			},
			Delete: func(ctx context.Context, to client.WithWatch, object client.Object,
				options ...client.DeleteOption) error {
				infra.writes = append(infra.writes, "delete "+object.GetName())
				return to.Delete(ctx, object, options...)
			},
		}).Build()
	return infra
}

func machine(name, hostname string) *kubevirtv1.VirtualMachineInstance {
	return &kubevirtv1.VirtualMachineInstance{
		ObjectMeta: metav1.ObjectMeta{
			Name: name, Namespace: "cluster-demo",
			Annotations: map[string]string{"kubevirt.io/instancetype-name": "standard"},
		},
		Spec: kubevirtv1.VirtualMachineInstanceSpec{Hostname: hostname},
		Status: kubevirtv1.VirtualMachineInstanceStatus{
			Phase:    kubevirtv1.Running,
			NodeName: "host-1",
			Interfaces: []kubevirtv1.VirtualMachineInstanceNetworkInterface{
				{Name: "vlan", IPs: []string{"192.168.7.9"}},
				{Name: "default", IPs: []string{"10.42.0.17", "fd00::17", ""}},
			},
		},
	}
}

func host() *corev1.Node {
	return &corev1.Node{ObjectMeta: metav1.ObjectMeta{
		Name: "host-1",
		Labels: map[string]string{
			"topology.kubernetes.io/region": "lab", "topology.kubernetes.io/zone": "a",
		},
	}}
}

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %#v\nwant %#v", got, want)
	}
}

func fails(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}
