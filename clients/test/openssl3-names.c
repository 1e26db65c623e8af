/*
 * The compiler's runtime is older than OpenSSL 3 and asks for three names that went with OpenSSL 1.1. This library
 * stands between the two; the compiler only hashes with it.
 */
int EVP_MD_get_size(const void *md);
void *SSL_get1_peer_certificate(const void *ssl);

int EVP_MD_size(const void *md) { return EVP_MD_get_size(md); }
void *SSL_get_peer_certificate(const void *ssl) { return SSL_get1_peer_certificate(ssl); }
void ERR_put_error(int library, int function, int reason, const char *file, int line)
{
    (void)library, (void)function, (void)reason, (void)file, (void)line;
}
