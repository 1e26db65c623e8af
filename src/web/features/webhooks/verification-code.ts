/** Code that verifies a delivery, in the languages of the samples. Each snippet runs as it is. */
export const verificationCode = {
  csharp: `using System;
using System.Security.Cryptography;
using System.Text;

public static class KeywrightWebhook
{
    // body: the text of the request exactly as it came, before any JSON parsing.
    public static bool Verify(string secret, string id, string timestamp, string signatures, string body)
    {
        long sentAt;
        if (!long.TryParse(timestamp, out sentAt)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - sentAt) > 300) return false;

        byte[] key = secret.StartsWith("whsec_", StringComparison.Ordinal)
            ? Convert.FromBase64String(secret.Substring(6))
            : Encoding.UTF8.GetBytes(secret);
        using (var hmac = new HMACSHA256(key))
        {
            byte[] hash = hmac.ComputeHash(Encoding.UTF8.GetBytes(id + "." + timestamp + "." + body));
            string expected = "v1," + Convert.ToBase64String(hash);
            foreach (string signature in signatures.Split(' '))
                if (AreSame(signature, expected)) return true;
            return false;
        }
    }

    // Takes as long wherever the texts differ.
    static bool AreSame(string a, string b)
    {
        int difference = a.Length ^ b.Length;
        for (int i = 0; i < a.Length && i < b.Length; i++) difference |= a[i] ^ b[i];
        return difference == 0;
    }
}
`,
  python: `import base64
import hashlib
import hmac
import time


def verify(secret, headers, body):
    """body: the bytes of the request exactly as they came, before any JSON parsing."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False

    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    content = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures)
`,
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the text of the request exactly as it came, before any JSON parsing.
export function verify(secret, headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false

  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const expected = 'v1,' + createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest('base64')
  return String(headers['webhook-signature']).split(' ').some((signature) => {
    const [a, b] = [Buffer.from(signature), Buffer.from(expected)]
    return a.length === b.length && timingSafeEqual(a, b)
  })
}
`,
  php: `<?php

// $body: file_get_contents('php://input'), before any JSON parsing.
function verify(string $secret, array $headers, string $body): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }

    $key = strncmp($secret, 'whsec_', 6) === 0 ? base64_decode(substr($secret, 6)) : $secret;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
`,
  cpp: `// Needs OpenSSL: link with -lcrypto.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <string>

static std::string decodeBase64(const std::string& text) {
    std::string bytes(text.size(), '\\0');
    int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(&bytes[0]),
                                 reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
    if (length < 0) return "";
    bytes.resize(length - std::count(text.begin(), text.end(), '='));
    return bytes;
}

// body: the text of the request exactly as it came, before any JSON parsing.
bool verify(const std::string& secret, const std::string& id, const std::string& timestamp,
            const std::string& signatures, const std::string& body) {
    char* end = nullptr;
    long long sentAt = std::strtoll(timestamp.c_str(), &end, 10);
    if (timestamp.empty() || *end != '\\0' || std::llabs(std::time(nullptr) - sentAt) > 300) return false;

    const std::string key = secret.rfind("whsec_", 0) == 0 ? decodeBase64(secret.substr(6)) : secret;
    const std::string content = id + "." + timestamp + "." + body;
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned int hashLength = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(content.data()), content.size(), hash, &hashLength);
    unsigned char encoded[EVP_MAX_MD_SIZE * 2];
    int length = EVP_EncodeBlock(encoded, hash, static_cast<int>(hashLength));
    const std::string expected = "v1," + std::string(reinterpret_cast<char*>(encoded), length);

    std::istringstream list(signatures);
    for (std::string signature; list >> signature;) {
        if (signature.size() == expected.size() &&
            CRYPTO_memcmp(signature.data(), expected.data(), expected.size()) == 0) return true;
    }
    return false;
}
`,
} as const

export type VerificationLanguage = keyof typeof verificationCode
