// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"io"

	"golang.org/x/sys/unix"
)

// object is one entry of the JSON: its kind and its properties (libnftables-json(5)). Rules lack
// their expressions, which knftables does not read.
type object map[string]map[string]any

func writeJSON(output io.Writer, objects []object) error {
	about := map[string]any{"version": version, "release_name": releaseName, "json_schema_version": 1}
	all := append([]object{{"metainfo": about}}, objects...)
	return json.NewEncoder(output).Encode(map[string]any{"nftables": all})
}

// setComment sets a property unless it is empty.
func setComment(properties map[string]any, comment string) {
	if comment != "" {
		properties["comment"] = comment
	}
}

func (s *socket) listTable(family, name string) ([]object, error) {
	tables, err := s.dump(unix.NFT_MSG_GETTABLE, families[family], nil)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if t.text(unix.NFTA_TABLE_NAME) != name {
			continue
		}
		properties := map[string]any{"family": family, "name": name, "handle": t.be64(nftaTableHandle)}
		objects := []object{{"table": properties}}
		for _, part := range []func() ([]object, error){
			func() ([]object, error) { return s.listSets(family, name, "", true) },
			func() ([]object, error) { return s.listChains(family, name) },
			func() ([]object, error) { return s.listRules(family, name) },
		} {
			more, err := part()
			if err != nil {
				return nil, err
			}
			objects = append(objects, more...)
		}
		return objects, nil
	}
	return nil, unix.ENOENT
}

// Attributes that golang.org/x/sys lacks: linux/netfilter/nf_tables.h.
const (
	nftaTableHandle = 4
	nftaSetHandle   = 16
)

// listChains lists the chains of one table, or of all of a family.
func (s *socket) listChains(family, table string) ([]object, error) {
	found, err := s.dump(unix.NFT_MSG_GETCHAIN, families[family], nil)
	if err != nil {
		return nil, err
	}
	var objects []object
	for _, c := range found {
		of := c.text(unix.NFTA_CHAIN_TABLE)
		if table != "" && of != table {
			continue
		}
		properties := map[string]any{
			"family": family, "table": of, "name": c.text(unix.NFTA_CHAIN_NAME),
			"handle": c.be64(unix.NFTA_CHAIN_HANDLE),
		}
		if hook := c.inside(unix.NFTA_CHAIN_HOOK); len(hook) > 0 {
			properties["type"] = c.text(unix.NFTA_CHAIN_TYPE)
			properties["hook"] = hookName(hook.be32(unix.NFTA_HOOK_HOOKNUM))
			properties["prio"] = int32(hook.be32(unix.NFTA_HOOK_PRIORITY))
			properties["policy"] = []string{"drop", "accept"}[c.be32(unix.NFTA_CHAIN_POLICY)&1]
		}
		setComment(properties, readComment(c[nftaChainUserdata], commentOfObject))
		objects = append(objects, object{"chain": properties})
	}
	return objects, nil
}

func hookName(wanted uint32) string {
	for name, number := range hookNumbers {
		if number == wanted {
			return name
		}
	}
	return ""
}

func (s *socket) listRules(family, table string) ([]object, error) {
	found, err := s.dump(unix.NFT_MSG_GETRULE, families[family], attributes{}.text(unix.NFTA_RULE_TABLE, table))
	if err != nil {
		return nil, err
	}
	var objects []object
	for _, r := range found {
		properties := map[string]any{
			"family": family, "table": table, "chain": r.text(unix.NFTA_RULE_CHAIN),
			"handle": r.be64(unix.NFTA_RULE_HANDLE),
		}
		setComment(properties, readComment(r[unix.NFTA_RULE_USERDATA], commentOfObject))
		objects = append(objects, object{"rule": properties})
	}
	return objects, nil
}
