// SPDX-License-Identifier: Apache-2.0

package provider

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const madeName = "a0b8e1b2c5d3f4a779c1d2f6b7a8c9d0"

// usersService has everything set that a user can set and that could be copied.
func usersService() *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{
			Name: "web", Namespace: "shop", UID: "0b8e1b2c-5d3f-4a77-9c1d-2f6b7a8c9d0e",
			Labels:      map[string]string{"app": "web"},
			Annotations: map[string]string{"metallb.io/loadBalancerIPs": "10.244.240.10"},
		},
		Spec: corev1.ServiceSpec{
			Type:                     corev1.ServiceTypeLoadBalancer,
			LoadBalancerClass:        ptr.To("theirs"),
			LoadBalancerIP:           "172.31.0.40",
			ExternalIPs:              []string{"10.96.0.10", "192.0.2.9"},
			LoadBalancerSourceRanges: []string{"10.0.0.0/8"},
			ExternalTrafficPolicy:    corev1.ServiceExternalTrafficPolicyLocal,
			InternalTrafficPolicy:    ptr.To(corev1.ServiceInternalTrafficPolicyLocal),
			HealthCheckNodePort:      31000,
			SessionAffinity:          corev1.ServiceAffinityClientIP,
			IPFamilies:               []corev1.IPFamily{corev1.IPv4Protocol},
			Selector:                 map[string]string{"app": "web"},
			Ports: []corev1.ServicePort{{
				Name: "http", Protocol: corev1.ProtocolTCP, AppProtocol: ptr.To("http"),
				Port: 80, TargetPort: intstr.FromInt32(8080), NodePort: 30080,
			}},
		},
	}
}

func balancerOf(infra *fakeInfra) *loadBalancer {
	return &loadBalancer{
		client: infra, namespace: "cluster-demo",
		infraLabels: map[string]string{"app.kubernetes.io/part-of": "demo"},
		config: LoadBalancerConfig{
			CreationPollInterval: ptr.To(1), CreationPollTimeout: ptr.To(1),
		},
	}
}

func madeService(t *testing.T, infra *fakeInfra) *corev1.Service {
	t.Helper()
	var made corev1.Service
	key := client.ObjectKey{Namespace: "cluster-demo", Name: madeName}
	if err := infra.Get(context.Background(), key, &made); err != nil {
		t.Fatal(err)
	}
	return &made
}

func existing(change func(*corev1.Service)) *corev1.Service {
	made := balancerOf(newInfra()).render("demo", usersService())
	change(made)
	return made
}

func TestAUsersServiceDecidesOnAnnotationsAndAddressesOfTheInfraClusters(t *testing.T) {
	equal(t, balancerOf(newInfra()).render("demo", usersService()), &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{
			Name: madeName, Namespace: "cluster-demo",
			Annotations: map[string]string{"metallb.io/loadBalancerIPs": "10.244.240.10"},
			Labels: map[string]string{
				"cluster.x-k8s.io/tenant-service-name":      "web",
				"cluster.x-k8s.io/tenant-service-namespace": "shop",
				"cluster.x-k8s.io/cluster-name":             "demo",
				"app.kubernetes.io/part-of":                 "demo",
			},
		},
		Spec: corev1.ServiceSpec{
			Type:                  corev1.ServiceTypeLoadBalancer,
			LoadBalancerIP:        "172.31.0.40",
			ExternalIPs:           []string{"10.96.0.10", "192.0.2.9"},
			ExternalTrafficPolicy: corev1.ServiceExternalTrafficPolicyLocal,
			HealthCheckNodePort:   31000,
			Selector: map[string]string{
				"cluster.x-k8s.io/role": "worker", "cluster.x-k8s.io/cluster-name": "demo",
			},
			Ports: []corev1.ServicePort{{
				Name: "http", Protocol: corev1.ProtocolTCP, Port: 80,
				TargetPort: intstr.FromInt32(30080),
			}},
		},
	})
}

func TestASelectorIsLeftOutWhereEndpointsComeFromElsewhere(t *testing.T) {
	cluster, local := usersService(), usersService()
	cluster.Spec.ExternalTrafficPolicy = corev1.ServiceExternalTrafficPolicyCluster
	for _, one := range []struct {
		selectorless, controller *bool
		ofCluster, ofLocal       bool
	}{
		{nil, nil, true, true},
		{ptr.To(false), ptr.To(false), true, true},
		{nil, ptr.To(true), true, false},
		{ptr.To(true), nil, false, false},
		{ptr.To(true), ptr.To(true), false, false},
	} {
		balancer := balancerOf(newInfra())
		balancer.config.Selectorless = one.selectorless
		balancer.config.EnableEPSController = one.controller
		equal(t, balancer.hasSelector(cluster), one.ofCluster)
		equal(t, balancer.hasSelector(local), one.ofLocal)
	}
}

func TestAnAddressThatIsThereAtTheFirstLookIsReturned(t *testing.T) {
	infra := newInfra()
	ingress := []corev1.LoadBalancerIngress{{IP: "172.31.0.40"}}
	balancer := balancerOf(infra)
	balancer.config.CreationPollTimeout = ptr.To(30)
	go func() {
		made := &corev1.Service{}
		key := client.ObjectKey{Namespace: "cluster-demo", Name: madeName}
		for infra.Get(context.Background(), key, made) != nil {
		}
		made.Status.LoadBalancer.Ingress = ingress
		if err := infra.Status().Update(context.Background(), made); err != nil {
			t.Error(err)
		}
	}()
	status, err := balancer.EnsureLoadBalancer(context.Background(), "demo", usersService(), nil)
	equal(t, err, nil)
	equal(t, status, &corev1.LoadBalancerStatus{Ingress: ingress})
	equal(t, infra.writes, []string{"create " + madeName})
}

func TestANewServiceWithoutAnAddressIsAnErrorAndStays(t *testing.T) {
	infra := newInfra()
	_, err := balancerOf(infra).EnsureLoadBalancer(context.Background(), "demo", usersService(), nil)
	fails(t, err, "timed out waiting for the condition")
	equal(t, madeService(t, infra).Name, madeName)
}

func TestAnOldServiceWithoutAnAddressIsNoErrorAndHasNone(t *testing.T) {
	infra := newInfra(existing(func(*corev1.Service) {}))
	status, err := balancerOf(infra).
		EnsureLoadBalancer(context.Background(), "demo", usersService(), nil)
	equal(t, err, nil)
	equal(t, status, &corev1.LoadBalancerStatus{})
}

func TestOfAnOldServiceOnlyPortsAreUpdated(t *testing.T) {
	infra := newInfra(existing(func(made *corev1.Service) {
		made.Annotations, made.Spec.ExternalIPs = nil, nil
		made.Spec.Ports[0].Port = 8080
	}))
	_, err := balancerOf(infra).EnsureLoadBalancer(context.Background(), "demo", usersService(), nil)
	equal(t, err, nil)
	made := madeService(t, infra)
	equal(t, made.Spec.Ports, portsOf(usersService()))
	equal(t, made.Annotations, map[string]string(nil))
	equal(t, made.Spec.ExternalIPs, []string(nil))
}

func TestNodePortsOfTheInfraClusterCauseAWriteEachTime(t *testing.T) {
	infra := newInfra(existing(func(made *corev1.Service) { made.Spec.Ports[0].NodePort = 30999 }))
	err := balancerOf(infra).UpdateLoadBalancer(context.Background(), "demo", usersService(), nil)
	equal(t, err, nil)
	equal(t, infra.writes, []string{"update " + madeName})
	err = balancerOf(infra).UpdateLoadBalancer(context.Background(), "demo", usersService(), nil)
	equal(t, err, nil)
	equal(t, infra.writes, []string{"update " + madeName})
}

func TestAnUpdateOfAServiceThatIsGoneIsAnError(t *testing.T) {
	err := balancerOf(newInfra()).
		UpdateLoadBalancer(context.Background(), "demo", usersService(), nil)
	fails(t, err, `services "`+madeName+`" not found`)
}

func TestWhetherALoadBalancerExists(t *testing.T) {
	_, exists, err := balancerOf(newInfra()).
		GetLoadBalancer(context.Background(), "demo", usersService())
	equal(t, err, nil)
	equal(t, exists, false)
	ingress := []corev1.LoadBalancerIngress{{IP: "172.31.0.40"}}
	infra := newInfra(existing(func(made *corev1.Service) {
		made.Status.LoadBalancer.Ingress = ingress
	}))
	status, exists, err := balancerOf(infra).
		GetLoadBalancer(context.Background(), "demo", usersService())
	equal(t, err, nil)
	equal(t, exists, true)
	equal(t, status, &corev1.LoadBalancerStatus{Ingress: ingress})
}

func TestADeletionTwiceIsNoError(t *testing.T) {
	infra := newInfra(existing(func(*corev1.Service) {}))
	for range 2 {
		err := balancerOf(infra).
			EnsureLoadBalancerDeleted(context.Background(), "demo", usersService())
		equal(t, err, nil)
	}
	equal(t, infra.writes, []string{"delete " + madeName})
}
