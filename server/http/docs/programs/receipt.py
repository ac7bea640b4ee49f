"""Verifies a receipt with the public folder of an arena: python3 receipt.py receipt.json arena"""
import base64, hashlib, json, sys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def check(name, said, found):
    if said != found: sys.exit(f"wrong: {name} is {said}, recomputed {found}")
def read(name): return json.load(open(f"{sys.argv[2]}/{name}", encoding="utf-8"))
def sha256(of): return hashlib.sha256(of).digest()

receipt = json.load(open(sys.argv[1], encoding="utf-8"))
receipt = receipt.get("data", receipt)
receipt = receipt.get("receipt", receipt)
key = next((one for one in read("keys.json") if one["keyId"] == receipt["keyId"]), None)
if key is None: sys.exit(f"wrong: the arena has no key {receipt['keyId']}")
public = base64.b64decode(key["publicKey"], validate=True)
check("keyId", key["keyId"], sha256(public).hex()[:16])
try: Ed25519PublicKey.from_public_bytes(public).verify(base64.b64decode(receipt["signature"]), receipt["payload"].encode())
except InvalidSignature: sys.exit(f"wrong: key {key['keyId']} has not signed this payload")
payload = json.loads(receipt["payload"])
kind, at, until = payload["kind"], payload["issuedAt"], key["until"] or "9"
in_time = key["from"] <= at < until
if kind == "arena-evaluation-1" and not in_time: sys.exit(f"wrong: key {key['keyId']} did not sign at {at}")
print(f"key {key['keyId']} of {payload['issuer'] or 'an arena'} signed this {kind} at {at}")
if kind == "arena-evaluation-1": sys.exit()
# Of entries and results the log decides. Sorted, without blanks, their records are canonical (RFC 8785).
record = payload.get("record") or {"kind": "result", "at": at, **{k: payload[k] for k in "seasonId board matrixHash boardHash".split()}}
leaf = sha256(json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hex()
log, head, heads, leaves = read("log.json"), bytes(32), [], []
for row in (row for name in log["files"] for row in read(name)):
    head = sha256(head + bytes.fromhex(row["leaf"]))
    heads.append(head.hex()), leaves.append(row["leaf"])
index = payload["log"]["index"]
check("the length of the log", [log["index"], True], [len(leaves), 0 < index <= len(leaves)])
check("the head of the log", log["head"], head.hex())
check(f"the leaf of record {index}", leaf, leaves[index - 1])
check(f"the head after record {index}", payload["log"]["head"], heads[index - 1])
print(f"record {index} of {len(leaves)} of the log is this {record['kind']}")
