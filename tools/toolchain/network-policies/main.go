// SPDX-License-Identifier: Apache-2.0

// Command network-policies enforces the NetworkPolicies of a sandbox's infra cluster. One process
// serves all simulated hosts: they share one network namespace, through which every packet of a pod
// is routed. The kernel queues the first packet of each connection, and the library of
// kube-network-policies decides about it. Packets are dropped while this program does not run.
package main

import (
	"context"
	"errors"
	"flag"
	"net"
	"net/http"
	"net/netip"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
	"sigs.k8s.io/kube-network-policies/pkg/networkpolicy"
)

// How long a started queue is given to be registered with the kernel before /readyz says so.
const queueOpens = 200 * time.Millisecond

func main() {
	kubeconfig := flag.String("kubeconfig", "", "kubeconfig of an account that may read pods, namespaces and networkpolicies")
	queue := flag.Int("queue", 100, "number of the netfilter queue")
	health := flag.String("health", "127.0.0.1:10255", "address that answers /readyz")
	var pods prefixes
	flag.Var(&pods, "pods", "range of pods' addresses; addresses in it that no pod has reach nobody (repeatable)")
	klog.InitFlags(nil)
	flag.Parse()
	if *queue < 0 || *queue > 65535 {
		klog.Exitf("--queue: %d is not a number from 0 to 65535", *queue)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()

	wall, err := buildWall(uint16(*queue), pods)
	if err != nil {
		klog.Exit(err)
	}
	var ready atomic.Bool
	if err := serveReadiness(*health, &ready); err != nil {
		klog.Exit(err)
	}
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		klog.Exit(err)
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		klog.Exit(err)
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	podInformer := factory.Core().V1().Pods()
	controller, err := networkpolicy.NewController(client,
		factory.Networking().V1().NetworkPolicies(), factory.Core().V1().Namespaces(), podInformer,
		nil, nil, nil, nil,
		// No node has this name, so the library's own nftables table queues nothing beside ours. NRI
		// stays on, for the library asks its (empty) plugin about addresses that it does not know.
		networkpolicy.Config{QueueID: *queue, NodeName: "network-policies.none", NRIdisabled: false})
	if err != nil {
		klog.Exit(err)
	}
	// The library looks pods up in the informer's index, which is brought up to date before any
	// handler is called: an address is let through the wall only once the library knows it.
	registration, err := podInformer.Informer().AddEventHandler(newKnownPods(wall))
	if err != nil {
		klog.Exit(err)
	}
	factory.Start(ctx.Done())
	go func() {
		for !registration.HasSynced() {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(queueOpens)
		ready.Store(true)
	}()
	if err := controller.Run(ctx); err != nil {
		klog.Exit(err)
	}
}

// serveReadiness answers GET /readyz with 200 once ready is true, and 503 before.
func serveReadiness(address string, ready *atomic.Bool) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/readyz", func(w http.ResponseWriter, _ *http.Request) {
		if !ready.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	go func() {
		if err := http.Serve(listener, mux); !errors.Is(err, http.ErrServerClosed) {
			klog.Exit(err)
		}
	}()
	return nil
}

// prefixes is a flag that may be given more than once.
type prefixes []netip.Prefix

func (p *prefixes) String() string { return "" }

func (p *prefixes) Set(text string) error {
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		return err
	}
	*p = append(*p, prefix.Masked())
	return nil
}
