// SPDX-License-Identifier: Apache-2.0

// Package endpoints keeps the EndpointSlices of load balancers that have no selector: for each
// machine that has a pod of the user's Service, one endpoint.
package endpoints

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/component-base/metrics/prometheus/controllers"
	"k8s.io/klog/v2"
)

const (
	// ControllerName is what --controllers calls it.
	ControllerName = "kubevirt_eps_controller"

	// manager is in the label endpointslice.kubernetes.io/managed-by of its slices.
	manager = "kubevirt-eps-controller"

	maxRetries           = 25
	maxEndpointsPerSlice = 100
)

// request is one event that concerns a Service of the infra cluster. Requests are not equal to one
// another, so the queue merges none: two events of one Service are two rounds of work.
type request struct{ service *corev1.Service }

// Controller watches Services and EndpointSlices of the infra cluster, and EndpointSlices of the
// user cluster.
//
// After Controller of pkg/controller/kubevirteps/kubevirteps_controller.go, v0.6.0.
type Controller struct {
	tenant        kubernetes.Interface
	tenantFactory informers.SharedInformerFactory
	tracked       *tracker

	infra        kubernetes.Interface
	infraFactory informers.SharedInformerFactory
	machines     dynamic.Interface
	namespace    string

	queue workqueue.TypedRateLimitingInterface[*request]
}

// NewController makes one for the Services in a namespace of the infra cluster.
func NewController(
	tenant, infra kubernetes.Interface, machines dynamic.Interface, namespace string,
) (*Controller, error) {
	c := &Controller{
		tenant:        tenant,
		tenantFactory: informers.NewSharedInformerFactory(tenant, 0),
		tracked:       newTracker(),
		infra:         infra,
		infraFactory: informers.NewSharedInformerFactoryWithOptions(
			infra, 0, informers.WithNamespace(namespace)),
		machines:  machines,
		namespace: namespace,
		queue: workqueue.NewTypedRateLimitingQueue(
			workqueue.DefaultTypedControllerRateLimiter[*request]()),
	}
	return c, c.addHandlers()
}

// Run works until it is stopped, one request after another.
func (c *Controller) Run(stop <-chan struct{}, metrics *controllers.ControllerManagerMetrics) {
	defer utilruntime.HandleCrash()
	defer c.queue.ShutDown()
	klog.Infof("Starting %s", ControllerName)
	metrics.ControllerStarted(ControllerName)
	defer metrics.ControllerStopped(ControllerName)

	c.tenantFactory.Start(stop)
	c.infraFactory.Start(stop)
	if !cache.WaitForNamedCacheSync(ControllerName, stop, c.services().HasSynced,
		c.tenantFactory.Discovery().V1().EndpointSlices().Informer().HasSynced) {
		return
	}
	go wait.UntilWithContext(wait.ContextForChannel(stop), c.work, time.Second)
	<-stop
}

func (c *Controller) services() cache.SharedIndexInformer {
	return c.infraFactory.Core().V1().Services().Informer()
}

func (c *Controller) work(ctx context.Context) {
	for c.workOnce(ctx) {
	}
}

// workOnce returns false when the queue is at its end.
func (c *Controller) workOnce(ctx context.Context) bool {
	next, isOver := c.queue.Get()
	if isOver {
		return false
	}
	defer c.queue.Done(next)
	err := c.reconcile(ctx, next)
	switch {
	case err == nil:
		c.queue.Forget(next)
	case c.queue.NumRequeues(next) < maxRetries:
		c.queue.AddRateLimited(next)
	default:
		c.queue.Forget(next)
		utilruntime.HandleError(err)
	}
	return true
}
